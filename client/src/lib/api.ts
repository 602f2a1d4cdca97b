/** What the page asks of the server over HTTP. */

import type { Claim, Created, Here, Keeping, Lists, NewTable, Problem, TableCard } from "../generated/protocol";
import type { Description } from "../programs/openapi";
import { base } from "./base";
import { noteBuild } from "./build.svelte";
import { noteGames, persist, UNAVAILABLE } from "./persist.svelte";

/** The server said no, or nothing at all (`unreachable`); `refusalId` names the text for its code, which
 * is null if nobody waits for an answer any more. */
class ApiProblem extends Error {
  constructor(
    readonly code: string | null,
    message: string,
    /** How long the server asks to wait, in milliseconds. */
    readonly pause = 0,
  ) {
    super(message);
  }
}

/** Whether somebody still waits for an answer: a page that was left does not. */
type IsWanted = () => boolean;

const LISTS = "/api/tables";
const always = (): boolean => true;
const never = (): boolean => false;

/** What the header `Retry-After` asks for; a date, which we never send, counts as nothing. */
function pauseIn(answer: Response): number {
  const seconds = Number(answer.headers.get("Retry-After"));
  return Number.isFinite(seconds) ? seconds * 1000 : 0;
}

async function problemIn(answer: Response): Promise<ApiProblem> {
  // A proxy before the server says this in words of its own.
  if (answer.status === 503) return new ApiProblem(UNAVAILABLE, "status 503", pauseIn(answer));
  try {
    const problem = (await answer.json()) as Problem;
    return new ApiProblem(problem.code, problem.message);
  } catch {
    return new ApiProblem("unreachable", `status ${answer.status}`);
  }
}

/** Ask once: the answer, or why there is none. */
async function attempt(path: string, body?: unknown): Promise<Response | ApiProblem> {
  const post = { method: "POST", headers: { "Content-Type": "application/json" } };
  const options = body === undefined ? {} : { ...post, body: JSON.stringify(body) };
  try {
    const answer = await fetch(base + path, options);
    return answer.ok ? answer : await problemIn(answer);
  } catch (error) {
    return new ApiProblem("unreachable", String(error));
  }
}

async function request<T>(path: string, isWanted: IsWanted = always, body?: unknown): Promise<T> {
  const answer = await persist(
    async (again) => {
      // What changes something is sent again only when the games can be reached: it counts each time.
      const found = again && body !== undefined ? await attempt(LISTS) : null;
      return found instanceof ApiProblem ? found : attempt(path, body);
    },
    {
      pauseAfter: (result, again) => {
        if (!(result instanceof ApiProblem)) return null;
        // A server that restarts is unavailable first, and then does not answer for a moment.
        const passes = result.code === UNAVAILABLE || (again && result.code === "unreachable");
        return passes ? result.pause : null;
      },
      isWanted,
    },
  );
  if (answer === null) throw new ApiProblem(null, "nobody waits for it any more");
  if (answer instanceof ApiProblem) throw answer;
  return (await answer.json()) as T;
}

/** The server as it is now. With it the page learns whether the server has a newer page. */
export async function getHere(isWanted?: IsWanted): Promise<Here> {
  const here = await request<Here>("/api/here", isWanted);
  noteBuild(here.build);
  return here;
}

/** The server if it answers at once, else null. */
export const findServer = (): Promise<Here | null> => getHere(never).catch(() => null);

export async function getLists(isWanted?: IsWanted): Promise<Lists> {
  const lists = await request<Lists>(LISTS, isWanted);
  noteGames();
  return lists;
}

export const getKeeping = (isWanted?: IsWanted): Promise<Keeping> => request("/api/keeping", isWanted);
export const getCard = (code: string, isWanted?: IsWanted): Promise<TableCard> =>
  request(`/api/tables/${code}`, isWanted);
export const createTable = (table: NewTable, isWanted?: IsWanted): Promise<Created> =>
  request("/api/tables", isWanted, table);
export const claimSeat = (claim: Claim, isWanted?: IsWanted): Promise<Created> =>
  request("/api/claim", isWanted, claim);

export const getDescription = (isWanted?: IsWanted): Promise<Description> =>
  request("/api/openapi.json", isWanted);

export const descriptionPath = `${base}/api/openapi.json`;
export const recordPath = (code: string): string => `${base}/api/tables/${code}/record`;
export const qrPath = (code: string): string => `${base}/api/tables/${code}/qr.svg`;

/** The code of whatever went wrong, for `refusalId`; null if there is nothing to say. */
export function problemCode(error: unknown): string | null {
  if (error instanceof ApiProblem) return error.code;
  throw error;
}
