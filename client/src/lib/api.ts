/** What the page asks of the server over HTTP. */

import type { Claim, Created, Here, Keeping, Lists, NewTable, Problem, TableCard } from "../generated/protocol";
import type { Description } from "../programs/openapi";
import { base } from "./base";

/** The server said no, or nothing at all (`unreachable`); `refusal-CODE` is the text for it. */
class ApiProblem extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

async function problemIn(answer: Response): Promise<ApiProblem> {
  try {
    const problem = (await answer.json()) as Problem;
    return new ApiProblem(problem.code, problem.message);
  } catch {
    return new ApiProblem("unreachable", `status ${answer.status}`);
  }
}

async function request<T>(path: string, body?: unknown): Promise<T> {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const options = body === undefined ? {} : { ...post, body: JSON.stringify(body) };
  const answer = await fetch(base + path, options).catch((error: unknown) => {
    throw new ApiProblem("unreachable", String(error));
  });
  if (!answer.ok) throw await problemIn(answer);
  return (await answer.json()) as T;
}

export const getHere = (): Promise<Here> => request("/api/here");
export const getKeeping = (): Promise<Keeping> => request("/api/keeping");
export const getLists = (): Promise<Lists> => request("/api/tables");
export const getCard = (code: string): Promise<TableCard> => request(`/api/tables/${code}`);
export const createTable = (table: NewTable): Promise<Created> => request("/api/tables", table);
export const claimSeat = (claim: Claim): Promise<Created> => request("/api/claim", claim);

export const getDescription = (): Promise<Description> => request("/api/openapi.json");

export const descriptionPath = `${base}/api/openapi.json`;
export const recordPath = (code: string): string => `${base}/api/tables/${code}/record`;
export const qrPath = (code: string): string => `${base}/api/tables/${code}/qr.svg`;

/** The code of whatever went wrong, for `refusal-CODE`. */
export function problemCode(error: unknown): string {
  if (error instanceof ApiProblem) return error.code;
  throw error;
}
