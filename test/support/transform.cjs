'use strict'
const { readFileSync } = require('node:fs')
const { transformSync } = require('@swc/core')

/** One of our sources as Node runs it, and the map back; for the loader, and for who writes a stack. */
const transform = (filename) =>
  transformSync(readFileSync(filename, 'utf8'), {
    filename,
    sourceMaps: true,
    jsc: {
      target: 'es2023',
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: false, useDefineForClassFields: false },
      keepClassNames: true,
    },
    module: { type: 'es6' },
  })

module.exports = { transform }
