import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import "./look/parts.css";
import { loadTexts } from "./lib/i18n.svelte";
import NotLoaded from "./lib/NotLoaded.svelte";
import { loadOrReload } from "./lib/parts";
import { followSystemTheme } from "./lib/preferences.svelte";
import { startRouting } from "./lib/router.svelte";

followSystemTheme();
startRouting();

const target = document.getElementById("app");
if (target) {
  await loadOrReload(loadTexts).then(
    () => mount(App, { target }),
    () => mount(NotLoaded, { target, props: { missing: "page-missing" } }),
  );
}
