/** Filling in templates: what must be given, what Meta would refuse, and how the text looks. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { contentOf, descriptionOf } from '../../../src/channels/templates/content'
import type { TemplateContent } from '../../../src/channels/templates/contract'
import {
  faultsOf,
  fillTemplate,
  isFileSlot,
  parametersOf,
  piecesOf,
  slotsOf,
  valueAt,
  variablesIn,
  variablesOf,
} from '../../../src/channels/templates/filling/contract'
import { templatePayload } from '../../../src/channels/templates/payload'
import { CreateTemplate, templateNameOf } from '../../../src/channels/templates/writing/contract'
import { createRandom, type Random } from '../../support/random'

const order: TemplateContent = {
  header: { kind: 'text', text: 'Pedido {{1}}' },
  body: 'Olá, {{1}}! O pedido {{2}} chega {{3}}. Até {{3}}!',
  footer: 'Casa Aurora',
  buttons: [
    { kind: 'reply', text: 'Confirmar', value: '' },
    { kind: 'url', text: 'Ver', value: 'https://aurora.example/{{1}}' },
    { kind: 'code', text: '', value: '' },
  ],
}
const given = { header: '47', body: ['Helena', '47.906', 'sexta'], buttons: ['p/47', 'AURORA10'] }

const SEEDS = Array.from({ length: 200 }, (_, seed) => seed)
const WORDS = ['olá', '{{', '}}', ' ', '1', '\n', '{{1}}', 'é', '💙', '{{2}}', '{', '}', '{{x}}', '']
const someText = (random: Random, most = 12): string =>
  Array.from({ length: random.below(most) }, () => random.pick(WORDS)).join('')

function someContent(random: Random): TemplateContent {
  const kinds = ['reply', 'url', 'phone', 'code'] as const
  return {
    header: random.oneIn(3)
      ? null
      : { kind: random.pick(['text', 'image', 'document'] as const), text: someText(random) },
    body: someText(random, 30),
    footer: random.oneIn(2) ? null : 'rodapé',
    buttons: Array.from({ length: random.below(4) }, () => ({
      kind: random.pick(kinds),
      text: 'ok',
      value: random.oneIn(2) ? 'https://a.example/{{1}}' : '',
    })),
  }
}

describe('a template', () => {
  test('names each place to fill once, in reading order', () => {
    expect(slotsOf(order)).toEqual([
      { part: 'header', kind: 'text', index: 0, name: '1' },
      { part: 'body', kind: 'text', index: 0, name: '1' },
      { part: 'body', kind: 'text', index: 1, name: '2' },
      { part: 'body', kind: 'text', index: 2, name: '3' },
      { part: 'button', kind: 'url', index: 1, name: '1' },
      { part: 'button', kind: 'code', index: 2, name: '' },
    ])
  })

  test('is filled in', () => {
    expect(fillTemplate(order, given)).toEqual({
      header: 'Pedido 47',
      body: 'Olá, Helena! O pedido 47.906 chega sexta. Até sexta!',
      footer: 'Casa Aurora',
      buttons: [
        { kind: 'reply', text: 'Confirmar', value: '' },
        { kind: 'url', text: 'Ver', value: 'https://aurora.example/p/47' },
        { kind: 'code', text: '', value: 'AURORA10' },
      ],
    })
    expect(faultsOf(order, given)).toBeNull()
  })

  test('is sent as Meta wants it', () => {
    const sent = {
      name: 'pedido',
      language: 'pt_BR',
      category: 'utility',
      variables: given,
      parameters: parametersOf(order, given),
      header: null,
      footer: null,
      buttons: [],
    }
    expect(templatePayload(sent)).toEqual({
      name: 'pedido',
      language: { code: 'pt_BR' },
      components: [
        { type: 'header', parameters: [{ type: 'text', text: '47' }] },
        {
          type: 'body',
          parameters: [
            { type: 'text', text: 'Helena' },
            { type: 'text', text: '47.906' },
            { type: 'text', text: 'sexta' },
          ],
        },
        { type: 'button', sub_type: 'url', index: '1', parameters: [{ type: 'text', text: 'p/47' }] },
        {
          type: 'button',
          sub_type: 'copy_code',
          index: '2',
          parameters: [{ type: 'coupon_code', coupon_code: 'AURORA10' }],
        },
      ],
    })
  })

  test.each([
    ['an empty value', { ...given, body: ['Helena', ' ', 'sexta'] }, [null, null, 'missing', null, null, null]],
    ['a missing one', { ...given, body: ['Helena', '47'] }, [null, null, null, 'missing', null, null]],
    ['a line break', { ...given, body: ['a\nb', '1', '2'] }, [null, 'line', null, null, null, null]],
    ['five spaces', { ...given, body: ['a     b', '1', '2'] }, [null, 'line', null, null, null, null]],
    ['a code that is too long', { ...given, buttons: ['x', 'A'.repeat(16)] }, [null, null, null, null, null, 'long']],
  ])('is refused with %s', (_, variables, slots) => {
    expect(faultsOf(order, variables)?.slots).toEqual(slots as never)
  })

  test('is refused with more values than variables, and if it becomes too long', () => {
    expect(faultsOf(order, { ...given, body: [...given.body, 'mais'] })?.isTooMany).toBe(true)
    expect(faultsOf(order, { ...given, body: ['H'.repeat(1000), '1', '2'] })?.isTooLong).toBe(true)
    expect(faultsOf({ ...order, header: null }, given)?.isTooMany).toBe(true)
  })

  test('takes a file by its public address only', () => {
    const withFile = { ...order, header: { kind: 'image', text: '' } } as const
    expect(faultsOf(withFile, { ...given, header: 'https://aurora.example/a.jpg' })).toBeNull()
    expect(faultsOf(withFile, { ...given, header: 'file:///etc/passwd' })?.slots[0]).toBe('address')
  })

  test('takes the file of the message in place of an address, if it is of its kind', () => {
    const withFile = { ...order, header: { kind: 'image', text: '' } } as const
    const without = { body: given.body, buttons: given.buttons }
    expect(faultsOf(withFile, without)?.slots[0]).toBe('missing')
    expect(faultsOf(withFile, without, 'image')).toBeNull()
    expect(faultsOf(withFile, without, 'follows')).toBeNull()
    expect(faultsOf(withFile, without, 'document')?.slots[0]).toBe('file')
    const [header] = parametersOf(withFile, without)
    expect(header).toEqual({ part: 'header', kind: 'image', index: 0, values: [] })
    const sent = { name: 'a', language: 'pt_BR', category: 'utility', variables: without, header: null, footer: null }
    expect(templatePayload({ ...sent, buttons: [], parameters: header ? [header] : [] }, { id: '9' })).toMatchObject({
      components: [{ type: 'header', parameters: [{ type: 'image', image: { id: '9' } }] }],
    })
  })

  test.each(SEEDS)('with any text: what is given is found again, and nothing is filled twice (seed %i)', (seed) => {
    const random = createRandom(seed)
    const content = someContent(random)
    const slots = slotsOf(content)
    const values = slots.map(() => someText(random, 5))
    const variables = variablesOf(slots, values)
    expect(slots.map((slot) => valueAt(slots, variables, slot))).toEqual(values)
    const { body } = fillTemplate(content, variables)
    expect(
      piecesOf(content.body, variables.body ?? [])
        .map(({ text, variable }) => (variable === null || text !== '' ? text : null))
        .every((piece) => piece === null || body.includes(piece)),
    ).toBe(true)
    if (values.every((value) => value !== '' && !value.includes('{'))) expect(variablesIn(body)).toEqual([])
    const told = parametersOf(content, variables).flatMap((one) => one.values)
    const hasOwnFile = slots[0] !== undefined && isFileSlot(slots[0]) && values[0] === ''
    expect(told).toEqual(hasOwnFile ? values.slice(1) : values)
  })

  test.each(SEEDS)('as Meta describes it is read as it was written (seed %i)', (seed) => {
    const random = createRandom(seed)
    const content = someContent(random)
    if (content.header && content.header.kind !== 'text') return
    const slots = slotsOf(content)
    const {
      header = '',
      body = [],
      buttons = [],
    } = variablesOf(
      slots,
      slots.map((_, at) => `ex${at}`),
    )
    const read = contentOf(descriptionOf(content, { header, body, buttons }).components)
    const withoutValues = content.buttons.map(({ kind, text, value }) => ({
      kind,
      text: kind === 'code' ? '' : text,
      value: kind === 'url' || kind === 'phone' ? value : '',
    }))
    expect(read).toEqual({
      ...content,
      buttons: withoutValues,
      examples: { header, body, buttons },
      unsupported: null,
    })
  })

  test.each([
    ['carousel', { type: 'CAROUSEL', cards: [] }],
    ['offer', { type: 'LIMITED_TIME_OFFER' }],
    ['catalog', { type: 'BUTTONS', buttons: [{ type: 'MPM', text: 'Ver' }] }],
    ['flow', { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Abrir' }] }],
    ['order', { type: 'BUTTONS', buttons: [{ type: 'ORDER_DETAILS', text: 'Pagar' }] }],
    ['call', { type: 'CALL_PERMISSION_REQUEST' }],
    ['place', { type: 'HEADER', format: 'LOCATION' }],
    ['unknown', { type: 'SOMETHING_NEW' }],
  ] as const)('with the part %s is shown, and not sent', (unsupported, odd) => {
    expect(contentOf([odd, { type: 'BODY', text: 'Oi' }])).toMatchObject({ body: 'Oi', unsupported })
  })

  test('without anything is read, too', () => {
    expect(contentOf([])).toMatchObject({ body: '', unsupported: null })
  })
})

describe('a template whose variables have names', () => {
  const named: TemplateContent = {
    header: { kind: 'text', text: 'Pedido {{pedido}}' },
    body: 'Olá, {{nome}}! Chega {{dia}}. Até {{dia}}, {{nome}}!',
    footer: null,
    buttons: [{ kind: 'url', text: 'Ver', value: 'https://aurora.example/{{1}}' }],
  }
  const values = { header: '47', body: ['Helena', 'sexta'], buttons: ['47'] }

  test('is filled in the order in which they first appear', () => {
    expect(slotsOf(named).map(({ name }) => name)).toEqual(['pedido', 'nome', 'dia', '1'])
    expect(fillTemplate(named, values).body).toBe('Olá, Helena! Chega sexta. Até sexta, Helena!')
    expect(faultsOf(named, values)).toBeNull()
  })

  test('is sent with the names', () => {
    expect(parametersOf(named, values).map(({ part, names }) => [part, names])).toEqual([
      ['header', ['pedido']],
      ['body', ['nome', 'dia']],
      ['button', undefined],
    ])
  })

  test('is described to Meta with the names, and read again', () => {
    const examples = { header: '1', body: ['Ana', 'hoje'], buttons: ['x'] }
    const { parameter_format, components } = descriptionOf(named, examples)
    expect(parameter_format).toBe('NAMED')
    expect(components[1]).toMatchObject({
      example: {
        body_text_named_params: [
          { param_name: 'nome', example: 'Ana' },
          { param_name: 'dia', example: 'hoje' },
        ],
      },
    })
    expect(contentOf(components)).toEqual({ ...named, examples, unsupported: null })
  })
})

describe('a template with an authentication code', () => {
  /** As Meta lists it. */
  const components = [
    { type: 'BODY', text: '*{{1}}* é seu código.', example: { body_text: [['123456']] } },
    {
      type: 'BUTTONS',
      buttons: [
        {
          type: 'URL',
          text: 'Copiar código',
          url: 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp{{1}}',
          example: ['https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp123456'],
        },
      ],
    },
  ]

  test('is filled once, and its button gets the same code', () => {
    const content = contentOf(components)
    expect(content.unsupported).toBeNull()
    expect(slotsOf(content)).toEqual([{ part: 'body', kind: 'code', index: 0, name: '1' }])
    expect(parametersOf(content, { body: ['4711'] })).toEqual([
      { part: 'body', kind: 'text', index: 0, values: ['4711'] },
      { part: 'button', kind: 'url', index: 0, values: ['4711'] },
    ])
    expect(faultsOf(content, { body: ['1234567890123456'] })?.slots).toEqual(['long'])
  })
})

describe('a new template', () => {
  const wanted = { name: 'visita', language: 'pt_BR', category: 'utility', body: 'Olá, {{1}}!', examples: ['Ana'] }
  const faultOf = (more: object) => {
    const read = v.safeParse(CreateTemplate, { ...wanted, ...more })
    return read.success ? null : read.issues[0].message
  }

  test('is taken', () => {
    expect(faultOf({})).toBeNull()
    expect(faultOf({ body: 'Olá, {{nome}}!' })).toBeNull()
    expect(faultOf({ headerFile: { kind: 'image', handle: '4:x' } })).toBeNull()
    expect(v.parse(CreateTemplate, { ...wanted, header: ' ', footer: '' })).toMatchObject({
      header: null,
      footer: null,
    })
  })

  test.each([
    [{ name: 'Visita' }, 'form.template.name'],
    [{ name: '' }, 'form.required'],
    [{ language: 'português' }, 'form.invalid'],
    [{ category: 'authentication' }, 'form.invalid'],
    [{ body: '' }, 'form.required'],
    [{ body: '{{1}} chegou' }, 'form.template.frame'],
    [{ body: 'Chegou {{1}}' }, 'form.template.frame'],
    [{ body: 'Oi {{1}} {{2}}!', examples: ['a', 'b'] }, 'form.template.frame'],
    [{ body: 'Oi {{2}}!' }, 'form.template.order'],
    [{ body: 'Oi {{Nome}}!' }, 'form.template.numbers'],
    [{ body: 'Oi {{nome}} e {{1}}!', examples: ['a', 'b'] }, 'form.template.mixed'],
    [{ header: 'Pedido {{1}}', body: 'Oi {{nome}}!', examples: ['a', 'b'] }, 'form.template.mixed'],
    [{ body: 'Oi,\n\n\n{{1}}!' }, 'form.template.spaces'],
    [{ header: 'Oba 🎉' }, 'form.template.heading'],
    [{ header: 'Oba *já*' }, 'form.template.heading'],
    [{ header: 'Oba', headerFile: { kind: 'image', handle: '4:x' } }, 'form.invalid'],
    [{ headerFile: { kind: 'image', handle: '' } }, 'form.template.exampleFile'],
    [{ footer: 'Casa\nAurora' }, 'form.template.footer'],
    [{ footer: 'Casa 🏠' }, 'form.template.footer'],
    [{ body: 'Oi {{nome}}!', examples: [] }, 'form.template.example'],
    [
      {
        buttons: [
          { kind: 'reply', text: 'Sim', value: '' },
          { kind: 'reply', text: 'Sim ', value: '' },
        ],
      },
      'form.template.sameButtons',
    ],
    [{ body: 'x'.repeat(1025) }, 'form.text.long'],
    [{ examples: [] }, 'form.template.example'],
    [{ examples: [' '] }, 'form.template.example'],
    [{ header: 'x'.repeat(61) }, 'form.text.long'],
    [{ header: 'Oi {{1}} e {{2}}!' }, 'form.template.one'],
    [{ footer: 'Oi {{1}}!' }, 'form.template.noVariable'],
    [{ buttons: [{ kind: 'url', text: 'Ver', value: 'aurora.example' }] }, 'form.invalid'],
    [{ buttons: [{ kind: 'url', text: 'Ver', value: 'https://a.example/{{1}}/x' }] }, 'form.invalid'],
    [{ buttons: [{ kind: 'phone', text: 'Ligar', value: 'abc' }] }, 'form.invalid'],
    [{ buttons: [{ kind: 'reply', text: ' ', value: '' }] }, 'form.required'],
    [
      { buttons: Array.from({ length: 3 }, () => ({ kind: 'url', text: 'V', value: 'https://a.example' })) },
      'form.template.buttons',
    ],
    [
      {
        buttons: [
          { kind: 'reply', text: 'a', value: '' },
          { kind: 'phone', text: 'b', value: '+552130421180' },
          { kind: 'reply', text: 'c', value: '' },
        ],
      },
      'form.template.buttons',
    ],
  ])('is refused: %j', (more, fault) => {
    expect(faultOf(more)).toBe(fault)
  })

  test('gets a name that Meta takes', () => {
    expect(templateNameOf('Visita técnica, às 9h')).toBe('visita_tecnica_as_9h')
    expect(templateNameOf('💙')).toBe('_')
  })
})
