import { mount } from "svelte";
import App from "./App.svelte";
import { settings } from "./lib/settings.svelte";
import "virtual:tokens.css";
import "./styles/fonts.css";
import "./styles/base.css";

settings.apply();
mount(App, { target: document.getElementById("app")! });
