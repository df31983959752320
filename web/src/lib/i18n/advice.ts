/** Messages of advice about boards. */
import advice from "./advice.json";
import { addMessages } from "./say";

addMessages(advice);
