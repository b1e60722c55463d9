/**
 * A real browser for tests of pages: the headless Chromium of an npm package, so that a machine needs nothing but npm. Where the
 * system lacks libraries that it needs, those that the package brings are unpacked and used.
 */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import chromium from "@sparticuz/chromium";
import { type Browser, type BrowserContext, chromium as launcher, type Page } from "playwright-core";

/**
 * Options of the package that this leaves out. With the first two a page of any origin may read any other, and with the third the whole
 * browser ends with any of its pages. With the fourth a process of the browser begins from nothing. The others emulate a graphics card,
 * which takes half of the processor time of a page.
 */
const omitted: ReadonlySet<string> = new Set([
  "--disable-web-security",
  "--allow-running-insecure-content",
  "--single-process",
  "--no-zygote",
  "--in-process-gpu",
  "--use-gl=angle",
  "--use-angle=swiftshader",
  "--ignore-gpu-blocklist",
  "--enable-unsafe-swiftshader",
]);

/** Pages of one context are in one process: a start of one takes as much processor time as a page does. */
const added: readonly string[] = ["--disable-gpu", "--disable-software-rasterizer", "--renderer-process-limit=1"];

/** Starts a browser, which ends with this process unless somebody closes it before. */
export async function launchBrowser(): Promise<Browser> {
  const executablePath = await chromium.executablePath();
  return launcher.launch({
    executablePath,
    args: [...chromium.args.filter((option) => !omitted.has(option)), ...added],
    env: { ...process.env, ...(lacksLibraries(executablePath) && { LD_LIBRARY_PATH: unpackedLibraries() }) },
  });
}

/** Runs `use` with a browser, which is closed afterwards, also when it fails. */
export async function withBrowser<Result>(use: (browser: Browser) => Promise<Result>): Promise<Result> {
  const browser = await launchBrowser();
  try {
    return await use(browser);
  } finally {
    await browser.close();
  }
}

export interface OpenPage {
  readonly page: Page;
  /** Complaints of the page so far: uncaught errors, messages to the console, refusals of its security policy. */
  readonly complaints: readonly string[];
}

/** Opens an address in a page of its own, with cookies and storage of its own. */
export async function openPage(browser: Browser, url: string): Promise<OpenPage> {
  const opened = await blankPage(await browser.newContext());
  await opened.page.goto(url);
  return opened;
}

/** A page that shows nothing yet, with the cookies and the storage of the context. */
export async function blankPage(context: BrowserContext): Promise<OpenPage> {
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") complaints.push(message.text());
  });
  return { page, complaints };
}

function lacksLibraries(executable: string): boolean {
  try {
    return execFileSync("ldd", [executable], { encoding: "utf8" }).includes("not found");
  } catch {
    // A system without `ldd` is no common Linux: the libraries of the package are the better guess.
    return true;
  }
}

/** The folder of the libraries, unpacked once per version of the archive. */
function unpackedLibraries(): string {
  const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve("@sparticuz/chromium")));
  const packed = readFileSync(join(packageFolder, "bin/al2023.tar.br"));
  const folder = join(tmpdir(), `chromium-libraries-${createHash("sha256").update(packed).digest("hex").slice(0, 16)}`);
  if (!existsSync(folder)) {
    const unpacking = `${folder}.${process.pid}`;
    mkdirSync(unpacking, { recursive: true });
    execFileSync("tar", ["-xf", "-", "-C", unpacking], { input: brotliDecompressSync(packed) });
    renameSync(unpacking, folder);
  }
  return join(folder, "lib");
}
