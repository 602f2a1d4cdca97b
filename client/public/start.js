// What to do when a script that the page begins with cannot be loaded, as while a server is being
// replaced by a newer one: load the page once more, and if that does not help, say so.
// A file of its own, without a hash in its name: servers of all versions have it.
(() => {
  const KEY = "rowlock.reloaded"; // As src/lib/reloading.ts keeps it.
  let failed = false;

  /** Note that the page is loaded again for this build; false if it was before, or cannot be noted. */
  function isFirst() {
    const build = document.querySelector('meta[name="build"]')?.content;
    try {
      const { builds = [] } = JSON.parse(sessionStorage.getItem(KEY) ?? "{}");
      if (builds.includes(build)) return false;
      sessionStorage.setItem(KEY, JSON.stringify({ builds: [...builds, build] }));
      return true;
    } catch {
      return false;
    }
  }

  /** Without an answer the browser would show a page of its own. */
  const answers = () => fetch(location.href, { cache: "no-store" }).then(({ ok }) => ok, () => false);

  const isShown = () => (document.getElementById("app")?.childElementCount ?? 0) > 0;

  function say() {
    if (isShown()) return;
    const words = document.querySelector(`template[lang="${document.documentElement.lang}"]`);
    document.body.prepend(words.content.cloneNode(true));
    document.querySelector(".notice button").onclick = () => location.reload();
  }

  async function recover() {
    const answered = await answers();
    if (isShown()) return;
    if (answered && isFirst()) location.reload();
    else if (document.readyState !== "loading") say();
    else addEventListener("DOMContentLoaded", say);
  }

  const scriptOf = (target) => (target.matches?.("script") ? target.src : "");

  /** A script of ours could not be loaded, or was not what its name says. */
  const isOurs = ({ target, filename }) =>
    (filename ?? scriptOf(target)).startsWith(`${location.origin}/`);

  // Once something is shown, it deals with what it loads itself.
  addEventListener(
    "error",
    (event) => {
      if (failed || isShown() || !isOurs(event)) return;
      failed = true;
      void recover();
    },
    true,
  );
})();
