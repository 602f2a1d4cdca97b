import { mount } from "svelte";
import App from "./App.svelte";
import "./look/base.css";
import "./look/parts.css";
import { loadTexts } from "./lib/i18n.svelte";
import { followSystemTheme } from "./lib/preferences.svelte";
import { startRouting } from "./lib/router.svelte";

followSystemTheme();
startRouting();
await loadTexts();

const target = document.getElementById("app");
if (target) mount(App, { target });
