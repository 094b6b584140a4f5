/** Which operation a request is for. */
import { OPERATIONS, type OperationId } from "../../src/generated/operations.js";

/** Of the operations whose paths fit, the one with the most fixed parts. */
export function operationOf(method: string, path: string): OperationId | undefined {
  const [plain = ""] = path.split("?");
  const fits = (id: OperationId): boolean => {
    const form = OPERATIONS[id].path.replace("{file_path}", ".*").replace(/\{\w+\}/g, "[^/]+");
    return OPERATIONS[id].method === method && new RegExp(`^${form}$`).test(plain);
  };
  const values = (id: OperationId): number => OPERATIONS[id].path.split("{").length;
  return (Object.keys(OPERATIONS) as OperationId[]).filter(fits).sort((a, b) => values(a) - values(b))[0];
}
