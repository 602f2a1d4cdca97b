/** The path that everything of ours is under, as the server has written it into the page: empty, or
 * with a slash before it and none behind. */
export const base =
  document.querySelector<HTMLMetaElement>('meta[name="base-path"]')?.content ?? "";

/** The address of the first page. */
export const homePath = `${base}/`;
