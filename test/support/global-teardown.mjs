/** Stops what the setup started. After a crash of jest the servers end by themselves (`tied-process.ts`). */
const teardown = async () => {
  await globalThis.stopTestServices?.()
}

// oxlint-disable-next-line import/no-default-export -- Jest takes the teardown of a run in no other way.
export default teardown
