import fastify from 'fastify'

export interface SchemaValidator {
  /** The problems of a value by the schema of this name; empty if it is valid. Throws if there is no such schema. */
  problems(name: string, value: unknown): Promise<string>
  close(): Promise<void>
}

/** Validates values by the schemas of an OpenAPI document, with the validator of our HTTP server, over HTTP. */
export const startSchemaValidator = async (
  schemas: Readonly<Record<string, object>>,
): Promise<SchemaValidator> => {
  const app = fastify({
    ajv: {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        useDefaults: false,
        keywords: ['components'],
        strictTypes: false,
      },
    },
  })
  app.addSchema({ $id: 'document', components: { schemas } })
  for (const name of Object.keys(schemas)) {
    const schema = { body: { $ref: `document#/components/schemas/${name}` } }
    app.post(`/${name}`, { schema }, async () => '')
  }
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    problems: async (name, value) => {
      const answer = await fetch(`${url}/${name}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(value),
      })
      if (answer.status === 404) throw new Error(`there is no schema ${name}`)
      return answer.text()
    },
    close: () => app.close(),
  }
}
