import { mount } from "svelte";
import App from "./App.svelte";
import { storeInstallPrompt } from "./lib/install";
import { settings } from "./lib/settings.svelte";
import "virtual:tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";

settings.apply();
storeInstallPrompt();
// The service worker is needed only for notifications and the installed app.
if (localStorage.getItem("semafor.worker") || matchMedia("(display-mode: standalone)").matches) void import("./club/app.svelte").then(({ begin }) => begin());
mount(App, { target: document.getElementById("app")! });
