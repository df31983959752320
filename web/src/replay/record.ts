/** Save the record of a finished game as a file. */
import { api } from "../lib/api";

export async function saveRecord(id: string): Promise<void> {
  const record = await api.record(id);
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([JSON.stringify(record, null, 1)], { type: "application/json" }));
  link.download = `semafor-${id}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}
