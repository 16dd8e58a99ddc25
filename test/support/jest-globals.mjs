// What `@jest/globals` is for the suite that imports it: see native-runtime.cjs.
export const { afterAll, afterEach, beforeAll, beforeEach, describe, expect, jest, test } =
  globalThis[Symbol.for('cauri.test.globals')]
