/** Messages about faults of board files, loaded when needed. */
import faults from "./faults.json";
import { addMessages } from "./say";

addMessages(faults);
