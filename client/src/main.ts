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

const page = await loadOrReload(loadTexts).then(
  () => App,
  () => NotLoaded,
);
const target = document.getElementById("app");
if (target) mount(page, { target });
