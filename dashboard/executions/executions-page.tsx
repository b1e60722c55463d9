/** To be written. */
export function ExecutionsPage() {
  return <div class="page" />;
}
