/** Stops what the setup started. After a crash of jest the servers end by themselves (`tied-process.ts`). */
const teardown = async (): Promise<void> => {
  await globalThis.stopTestServices?.()
}

// Jest takes the teardown of a run as a default export only.
export default teardown
