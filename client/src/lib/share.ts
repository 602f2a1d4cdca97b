/** Handing a link on: by the device's own share sheet, or the clipboard. */

import { findServer } from "./api";
import { tablePath } from "./router.svelte";

/** The link to a table that works for others: to them "localhost" would be another machine. */
export async function joinLink(code: string): Promise<string> {
  const server = await findServer();
  return (server?.origin ?? location.origin) + tablePath(code);
}

/** Browsers have a share sheet on secure pages only, so never in a home network. */
export const canShare = (): boolean => "share" in navigator;

/** Open the share sheet; closing it again is nothing to complain about. */
export async function shareLink(url: string, text: string): Promise<void> {
  await navigator.share({ url, text }).catch(() => undefined);
}

/** Copy a text; false where the browser does not let us (on pages that are not secure). */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}
