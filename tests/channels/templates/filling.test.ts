/** Filling in templates: what must be given, what Meta would refuse, and how the text looks. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { componentsOf, contentOf } from '../../../src/channels/templates/content'
import type { TemplateContent } from '../../../src/channels/templates/contract'
import {
  faultsOf,
  fillTemplate,
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
      { part: 'header', kind: 'text', index: 0 },
      { part: 'body', kind: 'text', index: 0 },
      { part: 'body', kind: 'text', index: 1 },
      { part: 'body', kind: 'text', index: 2 },
      { part: 'button', kind: 'url', index: 1 },
      { part: 'button', kind: 'code', index: 2 },
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
    expect(told).toEqual(values)
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
    const read = contentOf(componentsOf(content, { header, body, buttons }), false)
    const withoutValues = content.buttons.map(({ kind, text, value }) => ({
      kind,
      text: kind === 'code' ? '' : text,
      value: kind === 'url' || kind === 'phone' ? value : '',
    }))
    expect(read).toEqual({
      ...content,
      buttons: withoutValues,
      examples: { header, body, buttons },
      isUnsupported: false,
    })
  })

  test('with parts of a later version is shown, and not sent', () => {
    const body = { type: 'BODY', text: 'Oi' }
    for (const odd of [
      { type: 'CAROUSEL', cards: [] },
      { type: 'HEADER', format: 'LOCATION' },
      { type: 'BUTTONS', buttons: [{ type: 'FLOW', text: 'Abrir' }] },
    ])
      expect(contentOf([odd, body], false)).toMatchObject({ body: 'Oi', isUnsupported: true })
    expect(contentOf([body], true).isUnsupported).toBe(true)
    expect(contentOf([], false)).toMatchObject({ body: '', isUnsupported: false })
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
    [{ body: 'Oi {{nome}}!' }, 'form.template.numbers'],
    [{ body: 'x'.repeat(1025) }, 'form.text.long'],
    [{ examples: [] }, 'form.template.example'],
    [{ examples: [' '] }, 'form.template.example'],
    [{ header: 'x'.repeat(61) }, 'form.text.long'],
    [{ header: 'Oi {{1}} e {{2}}!' }, 'form.template.numbers'],
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
