/** What the page asks of the server over HTTP. */

import type { Claim, Created, Here, Lists, NewTable, Problem, TableCard } from "../generated/protocol";

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
  const answer = await fetch(path, options).catch((error: unknown) => {
    throw new ApiProblem("unreachable", String(error));
  });
  if (!answer.ok) throw await problemIn(answer);
  return (await answer.json()) as T;
}

export const getHere = (): Promise<Here> => request("/api/here");
export const getLists = (): Promise<Lists> => request("/api/tables");
export const getCard = (code: string): Promise<TableCard> => request(`/api/tables/${code}`);
export const createTable = (table: NewTable): Promise<Created> => request("/api/tables", table);
export const claimSeat = (claim: Claim): Promise<Created> => request("/api/claim", claim);

export const recordPath = (code: string): string => `/api/tables/${code}/record`;
export const qrPath = (code: string): string => `/api/tables/${code}/qr.svg`;

/** The code of whatever went wrong, for `refusal-CODE`. */
export function problemCode(error: unknown): string {
  if (error instanceof ApiProblem) return error.code;
  throw error;
}
