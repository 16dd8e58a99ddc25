'use strict'
// Runs in the browser, inside the page. Calls go to the server that the page comes from and to no other. A call to
// a server of another origin is refused by this script and by the page's Content-Security-Policy; and the gateway's endpoints send no CORS headers.
;(() => {
  const byId = (id) => document.getElementById(id)
  const stage = byId('stage')
  const texts = document.body.dataset
  const forms = [...document.querySelectorAll('form.try')]

  const originOf = (address) => new URL(address || '/', location.origin).origin
  const isHere = () => originOf(stage.value) === location.origin

  const showStage = () => {
    const here = isHere()
    const why = texts.blocked.replace('{here}', location.origin).replace('{there}', originOf(stage.value))
    byId('stage-note').textContent = here ? '' : why
    for (const form of forms) {
      form.querySelector('[type=submit]').disabled = !here
      Object.assign(form.querySelector('.blocked'), { hidden: here, textContent: here ? '' : why })
    }
  }

  const pair = (key, value) => ({ key: { value: key }, value: { value } })

  const envelopeOf = (form) => {
    const sent = [...form.querySelectorAll('[data-argument]')].filter((input) => input.value !== '')
    return {
      arguments: [
        pair('operation_name', form.dataset.operation),
        ...sent.map((input) => pair(input.dataset.argument, input.value)),
      ],
      languageCode: byId('facade-language').value,
      sessionIdentifier: 'docs',
      journeyIdentifier: 'docs',
    }
  }

  const facadeCall = (form) => ({
    path: form.dataset.path,
    headers: { 'x-api-key': byId('facade-key').value },
    body: JSON.stringify(envelopeOf(form)),
  })

  const scoringCall = (form) => {
    const fill = (path, input) =>
      path.replace(`{${input.dataset.parameter}}`, encodeURIComponent(input.value))
    const path = [...form.querySelectorAll('[data-parameter]')].reduce(fill, form.dataset.path)
    const token = byId('scoring-token').value
    return {
      path: byId('scoring-base').value + path,
      headers: { 'x-api-key': byId('scoring-key').value, ...(token === '' ? {} : { authorization: token }) },
      body: form.querySelector('[data-body]')?.value,
    }
  }

  const parse = (text) => {
    try {
      return JSON.parse(text)
    } catch {
      return undefined
    }
  }

  const show = (form, title, text) => {
    const heading = document.createElement('p')
    heading.textContent = title
    const pre = document.createElement('pre')
    pre.tabIndex = 0
    pre.setAttribute('aria-label', texts.answer)
    pre.textContent = text
    form.querySelector('.answer').replaceChildren(heading, ...(text === '' ? [] : [pre]))
  }

  // Each environment has its own credentials, and accepts no token of another.
  const chooseBase = () => {
    const { client, secret, key } = byId('scoring-base').selectedOptions[0].dataset
    byId('scoring-token').value = ''
    byId('scoring-key').value = key ?? ''
    const body = byId('token-body')
    const credentials = parse(body?.value ?? '')
    if (credentials)
      body.value = JSON.stringify({ ...credentials, clientId: client ?? '', secret: secret ?? '' }, null, 2)
  }

  // Fills in the values of an answer that later calls need.
  const keep = (form, json) => {
    if (form.dataset.path === '/auth/token' && json?.token) byId('scoring-token').value = json.token
    if (json?.requestId) {
      Object.assign(byId('readResults-requestId') ?? {}, { value: json.requestId })
    }
    for (const { key, value } of Array.isArray(json?.arguments) ? json.arguments : [])
      for (const input of document.querySelectorAll(`[data-argument="${CSS.escape(key.value)}"]`))
        if (/_reference$|^locked_account_id$|^clock_id$/.test(key.value)) input.value = value.value
  }

  const pollsMax = 120

  /** Returns the JSON and status of an answer, and the wait before the next call; throws the text for the reader. */
  const step = async (name, path, options = {}) => {
    const answer = await fetch(path, {
      mode: 'same-origin',
      credentials: 'omit',
      redirect: 'error',
      ...options,
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${answer.statusText}\n${text}`)
    const waitMs = 1000 * Number(answer.headers.get('retry-after') ?? 1)
    return { json: parse(text), status: answer.status, waitMs }
  }

  /** A signed address as a path on this server, since calls go to no other. */
  const hereAt = (address) => {
    const { pathname, search } = new URL(address, location.origin)
    return pathname + search
  }

  // Gets a token, makes a request, uploads the file, polls the results and fetches the body, as the programs on this page do.
  const scoreOf = async (form) => {
    const given = (name) => form.elements[name].value
    const [file] = form.elements.statement.files
    const base = byId('scoring-base').value
    const json = { 'content-type': 'application/json' }
    const { json: access } = await step(texts.token, `${base}/auth/token`, {
      method: 'POST',
      headers: json,
      body: byId('token-body').value,
    })
    const headers = { 'x-api-key': byId('scoring-key').value, authorization: access.token }
    const needs = needsOf(form)
    const password = given('password')
    const { json: asked } = await step(texts.request, `${base}/score/request`, {
      method: 'POST',
      headers: { ...headers, ...json },
      body: JSON.stringify({
        productCode: given('product'),
        nationalId: given('nationalId'),
        firstName: given('firstName'),
        lastName: given('lastName'),
        phoneNumber: given('phoneNumber'),
        documentsDetails: [
          {
            documentName: file.name,
            documentType: given('type'),
            ...(password === '' ? {} : { password }),
            ...(needs.includes('bankName') ? { bankName: given('bankName') } : {}),
          },
        ],
      }),
    })
    await step(texts.upload, hereAt(asked.uploadUrls[0].url), {
      method: 'PUT',
      headers: { 'content-type': file.type === '' ? 'application/pdf' : file.type },
      body: file,
    })
    for (let poll = 0; poll < pollsMax; poll++) {
      show(form, texts.reading.replace('{id}', asked.requestId), '')
      const results = await step(texts.results, `${base}/score/results/${asked.requestId}`, { headers })
      if (results.status !== 202) return (await step(texts.body, hereAt(results.json.parsedUrls[0]))).json
      await new Promise((done) => setTimeout(done, results.waitMs))
    }
    throw new Error(texts.still.replace('{id}', asked.requestId))
  }

  const needsOf = (form) => form.elements.type.selectedOptions[0].dataset.needs.split(' ')
  // Requires the password, and shows the field of the bank, only for the kinds of statement that need them.
  const chooseKind = (form) => {
    const needs = needsOf(form)
    form.elements.password.required = needs.includes('password')
    form.elements.bankName.closest('.field').hidden = !needs.includes('bankName')
  }

  const score = async (form) => {
    if (!isHere()) return showStage()
    const button = form.querySelector('[type=submit]')
    button.disabled = true
    const began = performance.now()
    try {
      const result = await scoreOf(form)
      const seconds = Math.round((performance.now() - began) / 100) / 10
      show(
        form,
        `${result?.data?.decision ?? texts.undecided}, ${texts.after} ${seconds} s`,
        JSON.stringify(result, null, 2),
      )
    } catch (error) {
      const [title, ...rest] = (error instanceof Error ? error.message : String(error)).split('\n')
      show(form, title, rest.join('\n'))
    } finally {
      button.disabled = !isHere()
    }
  }

  const send = async (form) => {
    if (!isHere()) return showStage()
    const { path, headers, body } = form.dataset.api === 'facade' ? facadeCall(form) : scoringCall(form)
    const button = form.querySelector('[type=submit]')
    button.disabled = true
    const began = performance.now()
    try {
      const answer = await fetch(path, {
        method: form.dataset.method,
        mode: 'same-origin',
        credentials: 'omit',
        redirect: 'error',
        headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
        ...(body === undefined ? {} : { body }),
      })
      const text = await answer.text()
      const json = parse(text)
      const title = `${answer.status} ${answer.statusText} ${texts.after} ${Math.round(performance.now() - began)} ms`
      show(form, title, json === undefined ? text : JSON.stringify(json, null, 2))
      keep(form, json)
    } catch (error) {
      show(form, `${texts.none}: ${error instanceof Error ? error.message : String(error)}`, '')
    } finally {
      button.disabled = !isHere()
    }
  }

  // A link to an operation opens it.
  const openTarget = () => {
    const target = byId(decodeURIComponent(location.hash.slice(1)))
    if (!(target instanceof HTMLDetailsElement)) return
    target.open = true
    target.scrollIntoView()
  }

  for (const form of forms) {
    form.addEventListener('submit', (event) => {
      event.preventDefault()
      void (form.dataset.api === 'score' ? score(form) : send(form))
    })
  }
  const ofFile = byId('score-of-file')
  if (ofFile) {
    ofFile.elements.type.addEventListener('change', () => chooseKind(ofFile))
    chooseKind(ofFile)
    ofFile.querySelector('.sample').addEventListener('click', () => {
      for (const input of ofFile.querySelectorAll('[data-sample]')) input.value = input.dataset.sample
    })
  }
  stage.addEventListener('change', showStage)
  byId('scoring-base')?.addEventListener('change', chooseBase)
  addEventListener('hashchange', openTarget)
  document.documentElement.classList.add('scripted')
  if (matchMedia('(max-width: 60rem)').matches) document.querySelector('.contents').open = false
  showStage()
  openTarget()
})()
