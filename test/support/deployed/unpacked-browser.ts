/**
 * Unpacks the browser before files of tests run side by side. Its package does that with the first start, and a second start meanwhile would find
 * a program that is still written ("ETXTBSY").
 */
import chromium from "@sparticuz/chromium";

export async function setup(): Promise<void> {
  await chromium.executablePath();
}
