/** What a model reads of a tool's result. */
import type {
  BrowserObservation,
  ImageContent,
  Observation,
  TaskObservation,
  TerminalObservation,
  TextContent,
} from "../generated/types.js";
import { isKnownObservation } from "../guards-payload.js";
import { textOf } from "../text.js";
import { tomText } from "./observation-tom.js";
import { savedPath, truncated } from "./truncate.js";

/** @inline */
type Block = TextContent | ImageContent;

/**
 * What {@link observationContent} gives.
 *
 * @example
 * const imagesIn = ({ content }: ObservationContent) => content.filter(isImageContent).length;
 * if (isObservationEvent(event)) render(imagesIn(observationContent(event.observation)));
 */
export interface ObservationContent {
  /** Blocks of text and images, in the order in which the model reads them. */
  readonly content: Block[];
  /**
   * True when the server may have sent something else: it names a file in which it kept the whole of a long result, if
   * it could; or the kind of observation is not listed and may have rules of its own.
   */
  readonly approximate: boolean;
}

/** A block of text as the server makes it. */
export const textBlock = (text: string): TextContent => ({ cache_prompt: false, type: "text", text });

/** What stands before the content of a failed tool. */
export const ERROR_HEADER = "[An error occurred during execution.]\n";

const TERMINAL_LIMIT = 30_000;
const BROWSER_LIMIT = 50_000;

/**
 * The content of the message that a model gets for an observation: the error header, what the terminal says of a
 * command, long texts cut in the middle, screenshots as images. Blocks that pass unchanged are given back, not copied.
 *
 * @example
 * if (isObservationEvent(event)) console.log(observationContent(event.observation).content);
 * @see `to_llm_content` of the observations in the server's tools
 */
export function observationContent(observation: Observation): ObservationContent {
  const known = contentByKind(observation);
  return isKnownObservation(observation) ? known : { ...known, approximate: true };
}

/** The same for those who do not ask whether the kind is listed. */
export function contentByKind(observation: Observation): ObservationContent {
  const header = observation.is_error ? [textBlock(ERROR_HEADER)] : [];
  const content = observation.content ?? [];
  switch (observation.kind) {
    case "TerminalObservation":
      return terminalContent(observation, header);
    case "BrowserObservation":
      return browserContent(observation, header);
    case "TaskObservation":
      return { content: [textBlock(taskText(observation)), ...header, ...content], approximate: false };
    default: {
      const text = tomText(observation);
      return { content: text === undefined ? [...header, ...content] : [textBlock(text)], approximate: false };
    }
  }
}

const taskText = ({ task_id, subagent, status }: TaskObservation): string =>
  `Task ID: ${task_id}\nSubagent: ${subagent}\nStatus: ${status}`;

/** One text, whatever the number of blocks: the terminal shows no images. */
function terminalContent(observation: TerminalObservation, header: Block[]): ObservationContent {
  const { prefix, suffix, working_dir, py_interpreter_path, exit_code } = observation.metadata ?? {};
  const lines = [
    `${prefix ?? ""}${textOf(observation.content)}${suffix ?? ""}`,
    ...(working_dir ? [`[Current working directory: ${working_dir}]`] : []),
    ...(py_interpreter_path ? [`[Python interpreter: ${py_interpreter_path}]`] : []),
    // -1 is a command that still runs.
    ...((exit_code ?? -1) === -1 ? [] : [`[Command finished with exit code ${exit_code}]`]),
  ];
  const folder = observation.full_output_save_dir || null;
  const whole = lines.join("\n");
  const text = truncated(whole, TERMINAL_LIMIT, folder, "terminal");
  return { content: [...header, textBlock(text)], approximate: folder !== null && text !== whole };
}

/** The beginnings of images in base64; what has none of them is sent as PNG. */
const IMAGE_TYPES = [
  ["/9j/", "jpeg"],
  ["R0lGODlh", "gif"],
  ["UklGR", "webp"],
] as const;

function browserContent(observation: BrowserObservation, header: Block[]): ObservationContent {
  const folder = observation.full_output_save_dir || null;
  const whole = textOf(observation.content);
  const text = truncated(whole, BROWSER_LIMIT, folder, "browser");
  const texts = text === "" ? [] : [textBlock(text)];
  const data = observation.screenshot_data;
  if (!data) return { content: [...header, ...texts], approximate: folder !== null && text !== whole };

  const type = IMAGE_TYPES.find(([beginning]) => data.startsWith(beginning))?.[1] ?? "png";
  const extension = type === "jpeg" ? "jpg" : type;
  const saved =
    folder === null
      ? []
      : [textBlock(`Screenshot saved to: ${savedPath(folder, "browser_screenshot", data, extension)}`)];
  const image: ImageContent = { cache_prompt: false, type: "image", image_urls: [`data:image/${type};base64,${data}`] };
  return { content: [...header, ...texts, ...saved, image], approximate: folder !== null };
}
