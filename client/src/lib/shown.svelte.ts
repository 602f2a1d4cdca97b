/** Knowing, after a wait, whether anybody still looks. */

import { onDestroy } from "svelte";

/** Tells whether the component that calls this is still shown. */
export function whileShown(): () => boolean {
  let shown = $state(true);
  onDestroy(() => (shown = false));
  return () => shown;
}
