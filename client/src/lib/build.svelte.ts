/** Which build of the page this is, and whether the server has another one by now. */

/** As the server has written it into the page; empty where Vite serves the sources. */
export const OWN_BUILD =
  document.querySelector<HTMLMetaElement>('meta[name="build"]')?.content ?? "";

let newer = $state(false);

/** The server has this build. */
export function noteBuild(build: string): void {
  if (OWN_BUILD !== "" && build !== "") newer = build !== OWN_BUILD;
}

/** Whether the server has a newer page than this one. */
export const isNewer = (): boolean => newer;
