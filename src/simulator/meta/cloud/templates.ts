/** Message templates: listed, created, deleted, reviewed, and what a message made from one must carry. */
import type {
  MetaBusiness,
  MetaTemplate,
  QualityRating,
  TemplateButton,
  TemplateCategory,
  TemplateComponent,
  TemplateStatus,
} from '../contract'
import { badParam, type GraphCall, GraphError, isRecord, pageOf, picked } from '../graph'
import type { Webhooks } from '../webhooks'
import type { MetaWorld } from '../world'
import type { Uploads } from './uploads'

const NAME_RESERVED_MS = 30 * 86_400_000
const BODY = 1024
const SHORT = 60
const BUTTONS = 10
const BUTTON_TEXT = 25

export type TemplateDeps = { readonly world: MetaWorld; readonly webhooks: Webhooks; readonly uploads: Uploads }
type News = Pick<TemplateDeps, 'webhooks'>
export type TemplateInput = {
  readonly name: string
  readonly language?: string
  readonly category?: TemplateCategory
  readonly status?: TemplateStatus
  readonly rejectedReason?: string
  readonly format?: 'POSITIONAL' | 'NAMED'
  /** The body's text, or all components. */
  readonly body?: string
  readonly components?: readonly TemplateComponent[]
}

export function addTemplate(world: MetaWorld, business: MetaBusiness, input: TemplateInput): MetaTemplate {
  const { name, language = 'pt_BR', category = 'UTILITY', status = 'APPROVED', format = 'POSITIONAL' } = input
  const template: MetaTemplate = {
    kind: 'template',
    id: world.newId(),
    business,
    name,
    language,
    category,
    status,
    rejectedReason: input.rejectedReason ?? (status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE'),
    quality: 'UNKNOWN',
    editedAt: [],
    components: input.components ?? [{ type: 'BODY', text: input.body ?? 'Olá!' }],
    format,
  }
  business.templates.add(template)
  return template
}

export async function setTemplateStatus(
  { webhooks }: News,
  template: MetaTemplate,
  status: TemplateStatus,
  reason = status === 'REJECTED' ? 'INVALID_FORMAT' : 'NONE',
): Promise<void> {
  template.status = status
  template.rejectedReason = reason
  await webhooks.tellBusiness(template.business, 'message_template_status_update', {
    event: status,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    message_template_category: template.category,
    reason,
    ...(status === 'REJECTED' && {
      rejection_info: { reason: 'O modelo não segue as regras.', recommendation: 'Reescreva o texto.' },
    }),
    ...(status === 'PAUSED' && {
      other_info: { title: 'FIRST_PAUSE', description: 'Your template has been paused for 3 hours.' },
    }),
  })
}

export async function setTemplateCategory({ webhooks }: News, template: MetaTemplate, category: TemplateCategory) {
  const before = template.category
  template.category = category
  await webhooks.tellBusiness(template.business, 'template_category_update', {
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
    previous_category: before,
    new_category: category,
  })
}

export async function setTemplateQuality({ webhooks }: News, template: MetaTemplate, quality: QualityRating) {
  const before = template.quality
  template.quality = quality
  await webhooks.tellBusiness(template.business, 'message_template_quality_update', {
    previous_quality_score: before,
    new_quality_score: quality,
    message_template_id: Number(template.id),
    message_template_name: template.name,
    message_template_language: template.language,
  })
}

const shownFields = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id']

export function templatesOf(deps: TemplateDeps, call: GraphCall, business: MetaBusiness): Response {
  if (call.method === 'DELETE') return deleteTemplate(deps, call, business)
  if (call.method === 'POST') return createTemplate(deps, call, business)
  const [name, status, language, category] = ['name', 'status', 'language', 'category'].map((one) => call.text(one))
  const listed = [...business.templates].filter(
    (one) =>
      (name === undefined || one.name.includes(name)) &&
      (status === undefined || one.status === status.toUpperCase()) &&
      (language === undefined || one.language === language) &&
      (category === undefined || one.category === category.toUpperCase()),
  )
  const page = pageOf(call, deps.world.url, listed, ({ id }) => id)
  return Response.json({ ...page, data: page.data.map((one) => templateNode(call, one)) })
}

export const templateNode = (call: GraphCall, template: MetaTemplate) =>
  picked(
    call,
    'WhatsAppMessageTemplate',
    {
      id: template.id,
      name: template.name,
      parameter_format: template.format,
      components: template.components,
      language: template.language,
      status: template.status,
      category: template.category,
      rejected_reason: template.rejectedReason,
      quality_score: { score: template.quality, date: 1_767_225_600 },
      previous_category: undefined,
      sub_category: undefined,
    },
    shownFields,
  )

function createTemplate(deps: TemplateDeps, call: GraphCall, business: MetaBusiness): Response {
  const { world } = deps
  const [name, language, category] = ['name', 'language', 'category'].map((one) => call.requireText(one)) as [
    string,
    string,
    string,
  ] // of three
  const components = componentsOf(call.param('components'))
  const categories: readonly TemplateCategory[] = ['MARKETING', 'UTILITY', 'AUTHENTICATION']
  const known = categories.find((one) => one === category.toUpperCase())
  if (!/^[a-z0-9_]{1,512}$/.test(name))
    throw invalid('Message template "name" can only have lowercase letters and underscores.', 2388072)
  if (!/^[a-z]{2,3}(_[A-Z]{2})?$/.test(language)) throw invalid('The language is not supported.', 2388008)
  if (!known) throw badParam(`Param category must be one of {${categories.join(', ')}}`)
  const deletedAt = business.deletedTemplates.get(`${name}|${language}`)
  if (deletedAt !== undefined && world.now() - deletedAt < NAME_RESERVED_MS)
    throw invalid(
      'New content cannot be added while the existing content is being deleted. Try again in 4 weeks.',
      2388023,
    )
  if ([...business.templates].some((one) => one.name === name && one.language === language))
    throw invalid('There is already content in this language for this template.', 2388024)
  const format = call.text('parameter_format')?.toUpperCase() === 'NAMED' ? 'NAMED' : 'POSITIONAL'
  requireComponents(components, format)
  const template = addTemplate(world, business, {
    name,
    language,
    category: known,
    status: 'PENDING',
    components: withExamples(deps, call, components),
    format,
  })
  const after = world.habits.approvesTemplatesAfterMs
  if (after !== null) setTimeout(() => void setTemplateStatus(deps, template, 'APPROVED'), after).unref()
  return Response.json({ id: template.id, status: template.status, category: template.category })
}

const EDITABLE: ReadonlySet<TemplateStatus> = new Set(['APPROVED', 'REJECTED', 'PAUSED'])
const DAY_MS = 86_400_000

/** Another text for a template that exists; it is reviewed again. An approved one once a day, ten times in 30 days. */
export function editTemplate(deps: TemplateDeps, call: GraphCall, template: MetaTemplate): Response {
  const { status, category, format, editedAt } = template
  if (!EDITABLE.has(status)) throw invalid('Only approved, rejected or paused templates can be edited.', 2388025)
  const wanted = call.text('category')?.toUpperCase()
  if (wanted !== undefined && wanted !== category && status === 'APPROVED')
    throw invalid('The category of an approved template cannot be changed.', 2388039)
  const now = deps.world.now()
  const edits = (ms: number) => editedAt.filter((at) => now - at < ms).length
  if (status === 'APPROVED' && (edits(DAY_MS) >= 1 || edits(30 * DAY_MS) >= 10))
    throw invalid('An approved template can be edited once in 24 hours and 10 times in 30 days.', 2388026)
  const components = componentsOf(call.param('components'))
  requireComponents(components, format)
  template.components = withExamples(deps, call, components)
  if (wanted === 'MARKETING' || wanted === 'UTILITY') template.category = wanted
  template.status = 'PENDING'
  editedAt.push(now)
  return Response.json({ success: true })
}

/** Headers with the file that was uploaded for them, whose address is what Meta lists. */
const withExamples = ({ world, uploads }: TemplateDeps, call: GraphCall, all: readonly TemplateComponent[]) =>
  all.map((one): TemplateComponent => {
    if (one.type !== 'HEADER' || one.format === undefined || ['TEXT', 'LOCATION'].includes(one.format)) return one
    const handles = isRecord(one.example) ? one.example.header_handle : undefined
    const example = Array.isArray(handles) ? uploads.findExample(String(handles[0])) : undefined
    if (!example || example.app !== world.tokens.find(call.token ?? '')?.app)
      throw invalid('The example handle of the header is not valid.', 2388084)
    if (example.format !== one.format)
      throw invalid(`The example of the header is not of the type ${one.format}.`, 2388085)
    return { ...one, example: { header_handle: [example.url] } }
  })

function deleteTemplate({ world }: TemplateDeps, call: GraphCall, business: MetaBusiness): Response {
  const name = call.requireText('name')
  const id = call.text('hsm_id')
  const found = [...business.templates].filter((one) => one.name === name && (id === undefined || one.id === id))
  if (found.length === 0) throw invalid('The message template was not found.', 2593002)
  for (const one of found) {
    business.templates.delete(one)
    business.deletedTemplates.set(`${one.name}|${one.language}`, world.now())
  }
  return Response.json({ success: true })
}

function componentsOf(value: unknown): readonly TemplateComponent[] {
  const list: unknown = typeof value === 'string' ? JSON.parse(value) : value
  if (!Array.isArray(list) || !list.every(isRecord)) throw badParam('The parameter components is required.')
  const types: readonly TemplateComponent['type'][] = ['HEADER', 'BODY', 'FOOTER', 'BUTTONS']
  return list.map((one) => {
    const type = types.find((known) => known === String(one.type).toUpperCase())
    if (!type) throw badParam('Param components[0][type] must be one of {HEADER, BODY, FOOTER, BUTTONS}')
    return { ...(one as Omit<TemplateComponent, 'type'>), type } // its texts are checked next
  })
}

function requireComponents(components: readonly TemplateComponent[], format: MetaTemplate['format']) {
  const body = components.find(({ type }) => type === 'BODY')
  if (typeof body?.text !== 'string' || body.text.trim() === '')
    throw invalid('Component of type BODY is missing expected field(s) (text)', 2388044)
  if (/\n{3}| {5}/.test(body.text)) throw invalid('The body has too many line breaks or spaces in a row.', 2388043)
  if (body.text.length > BODY) throw invalid(`The message body is too long: at most ${BODY} characters.`, 2388040)
  requireVariables(body, format)
  for (const one of components) {
    if (one.type === 'HEADER') requireHeader(one, format)
    if (one.type === 'FOOTER' && (one.text ?? '').length > SHORT)
      throw invalid('The footer is too long: at most 60 characters.', 2388040)
    if (one.type === 'FOOTER' && /\n|\p{Extended_Pictographic}/u.test(one.text ?? ''))
      throw invalid('The footer cannot have line breaks or emoji.', 2388073)
    if (one.type === 'FOOTER' && variablesOf(one.text ?? '').length > 0)
      throw invalid('Variables are not allowed in the footer.', 2388073)
    if (one.type === 'BUTTONS') requireButtons(one.buttons ?? [])
  }
}

function requireHeader(header: TemplateComponent, format: MetaTemplate['format']) {
  if (header.format !== undefined && header.format !== 'TEXT') {
    if (header.format !== 'LOCATION' && !isRecord(header.example))
      throw invalid('An example of the header is required.', 2388043)
    return
  }
  const text = header.text ?? ''
  if (text === '' || text.length > SHORT) throw invalid('The header must have 1 to 60 characters.', 2388040)
  if (/[\n*_~]|\p{Extended_Pictographic}/u.test(text.replace(VARIABLE, '')))
    throw invalid('The header cannot have line breaks, formatting characters or emoji.', 2388072)
  if (variablesOf(text).length > 1) throw invalid('The header can have one variable.', 2388047)
  requireVariables(header, format)
}

function requireVariables({ type, text = '', example }: TemplateComponent, format: MetaTemplate['format']) {
  const names = [...new Set(variablesOf(text))]
  if (names.length === 0) return
  if (format === 'POSITIONAL' && !names.every((name, at) => name === String(at + 1)))
    throw invalid('Variables must be numbered {{1}}, {{2}} and so on.', 2388073)
  if (format === 'NAMED' && !names.every((name) => /^[a-z][a-z0-9_]*$/.test(name)))
    throw invalid('Names of variables have lowercase letters, digits and underscores.', 2388073)
  requireExamples(isRecord(example) ? example : {}, type, format, names)
  if (type === 'BODY' && /^\s*\{\{[^}]*\}\}|\{\{[^}]*\}\}\s*$/.test(text))
    throw invalid('Variables cannot be at the start or end of the template.', 2388299)
}

function requireExamples(
  example: Record<string, unknown>,
  type: string,
  format: MetaTemplate['format'],
  names: readonly string[],
) {
  const part = type.toLowerCase()
  const named = example[`${part}_text_named_params`]
  const numbered = example[`${part}_text`]
  const given =
    format === 'NAMED'
      ? Array.isArray(named) && names.every((name) => named.some((one) => isRecord(one) && one.param_name === name))
      : Array.isArray(numbered) && (part === 'body' ? (numbered[0] as unknown[]) : numbered)?.length === names.length
  if (!given) throw invalid('Examples of the variables are required.', 2388043)
}

const MOST_OF: Readonly<Record<string, number>> = { URL: 2, PHONE_NUMBER: 1, COPY_CODE: 1 }

function requireButtons(buttons: readonly TemplateButton[]) {
  if (buttons.length === 0 || buttons.length > BUTTONS) throw invalid('A template has 1 to 10 buttons.', 2388081)
  const labels = buttons.flatMap(({ text }) => text ?? [])
  if (new Set(labels).size < labels.length) throw invalid('Buttons must have different texts.', 2388081)
  for (const [type, most] of Object.entries(MOST_OF))
    if (buttons.filter((one) => one.type === type).length > most)
      throw invalid(`A template has at most ${most} buttons of the type ${type}.`, 2388081)
  const turns = buttons.filter(
    ({ type }, at) => at > 0 && (type === 'QUICK_REPLY') !== (buttons[at - 1]?.type === 'QUICK_REPLY'),
  )
  if (turns.length > 1) throw invalid('Quick replies must stand together.', 2388081)
  for (const { type, text, url, phone_number: phone } of buttons) {
    if (!['QUICK_REPLY', 'URL', 'PHONE_NUMBER', 'COPY_CODE'].includes(type))
      throw invalid('Unknown type of button.', 2388082)
    if (type !== 'COPY_CODE' && (text === undefined || text === '' || text.length > BUTTON_TEXT))
      throw invalid('The text of a button must have 1 to 25 characters.', 2388040)
    if (type === 'URL' && (url === undefined || !/^https?:\/\//.test(url)))
      throw invalid('The URL of the button is not valid.', 2388083)
    if (type === 'PHONE_NUMBER' && phone === undefined)
      throw invalid('The phone number of the button is missing.', 2388083)
  }
}

const invalid = (message: string, subcode: number) =>
  new GraphError(400, 100, 'Invalid parameter', { subcode, title: message, details: message })

const VARIABLE = /\{\{\s*(\w+)\s*\}\}/g
const variablesOf = (text: string): string[] => [...text.matchAll(VARIABLE)].map(([, name = '']) => name)

/** The type of a file that the number uploaded; undefined without one. */
type MediaType = (id: string) => string | undefined

/** Refuses a message whose template is absent, not approved, or filled wrongly. Returns the template. */
export function templateFor(
  business: MetaBusiness,
  message: Record<string, unknown>,
  mediaType: MediaType,
): MetaTemplate {
  const { name, language, components } = message
  if (typeof name !== 'string' || !isRecord(language) || typeof language.code !== 'string')
    throw new GraphError(400, 131008, '(#131008) Required parameter is missing', {
      details: 'template: name and language[code] are required',
    })
  const { code } = language
  const template = [...business.templates].find((one) => one.name === name && one.language === code)
  if (!template || ['PENDING', 'REJECTED', 'IN_APPEAL', 'LIMIT_EXCEEDED'].includes(template.status))
    throw new GraphError(404, 132001, '(#132001) Template name does not exist in the translation', {
      details: `template name (${name}) does not exist in ${code}`,
    })
  if (template.status === 'PAUSED')
    throw new GraphError(400, 132015, '(#132015) Template is paused', {
      details: 'Template is paused due to low quality.',
    })
  if (template.status === 'DISABLED')
    throw new GraphError(400, 132016, '(#132016) Template is disabled', {
      details: 'Template was paused too often and is disabled for good.',
    })
  requireParameters(template, Array.isArray(components) ? components.filter(isRecord) : [], mediaType)
  return template
}

function requireParameters(template: MetaTemplate, given: readonly Record<string, unknown>[], mediaType: MediaType) {
  for (const one of template.components) {
    if (one.type === 'CAROUSEL' || one.type === 'LIMITED_TIME_OFFER') requireComponentOf(one.type, given)
    if (one.type === 'BUTTONS') requireButtonParameters(one.buttons ?? [], given)
    if (one.type !== 'HEADER' && one.type !== 'BODY') continue
    const parameters = parametersOf(given.find(({ type }) => String(type).toUpperCase() === one.type))
    if (one.type === 'HEADER' && one.format !== undefined && one.format !== 'TEXT')
      requireHeaderFile(one.format, parameters, mediaType)
    else requireTexts(one, template.format, parameters)
  }
}

function requireComponentOf(type: string, given: readonly Record<string, unknown>[]) {
  if (!given.some((one) => String(one.type).toUpperCase() === type))
    throw new GraphError(400, 131008, '(#131008) Required parameter is missing', {
      details: `${type.toLowerCase()}: the component is required`,
    })
}

function requireTexts(
  { type, text = '' }: TemplateComponent,
  format: MetaTemplate['format'],
  parameters: readonly Record<string, unknown>[],
) {
  const names = [...new Set(variablesOf(text))]
  const where = type.toLowerCase()
  if (parameters.length !== names.length)
    throw new GraphError(400, 132000, '(#132000) Number of parameters does not match the expected number of params', {
      details: `${where}: number of localizable_params (${parameters.length}) does not match the expected number of params (${names.length})`,
    })
  for (const [at, { type: kind, text: value, parameter_name: name }] of parameters.entries()) {
    if (kind !== 'text' || typeof value !== 'string' || value === '')
      throw mismatch(`${where}: Params must be of type text`)
    if (/[\n\t]| {5,}/.test(value))
      throw new GraphError(400, 132018, '(#132018) There was an issue with the parameters in your template', {
        details: `${where}: Param text cannot have new-line/tab characters or more than 4 consecutive spaces`,
      })
    if (format === 'NAMED' && !names.includes(String(name)))
      throw mismatch(`${where}: parameter name is missing or empty`)
    if (format === 'POSITIONAL' && name !== undefined)
      throw mismatch(`${where}: parameter ${at + 1} must not have a name`)
  }
  const filled = parameters.reduce(
    (length, { text: value }) => length + String(value).length,
    text.replace(/\{\{[^}]*\}\}/g, '').length,
  )
  if (filled > (type === 'BODY' ? BODY : SHORT))
    throw new GraphError(400, 132005, '(#132005) Translated text too long', {
      details: `${where}: the filled text is too long`,
    })
}

function requireHeaderFile(format: string, parameters: readonly Record<string, unknown>[], mediaType: MediaType) {
  const [only, ...others] = parameters
  const type = format.toLowerCase()
  const value = only?.[type]
  if (others.length > 0 || only?.type !== type || !isRecord(value))
    throw mismatch(`header: Format mismatch, expected ${format}, received ${only ? String(only.type) : 'UNKNOWN'}`)
  if (type !== 'location' && typeof value.id !== 'string' && typeof value.link !== 'string')
    throw mismatch(`header: ${type} must have an id or a link`)
  if (typeof value.id === 'string' && !isOfFormat(mediaType(value.id), type))
    throw mismatch(`header: the media id is not that of a ${type}`)
}

const isOfFormat = (mimetype: string | undefined, type: string): boolean =>
  mimetype !== undefined && (type === 'document' || mimetype.startsWith(`${type}/`))

function requireButtonParameters(buttons: readonly TemplateButton[], given: readonly Record<string, unknown>[]) {
  for (const [at, button] of buttons.entries()) {
    const filled = given.find(({ type, index }) => String(type).toLowerCase() === 'button' && Number(index) === at)
    const parameters = parametersOf(filled)
    const needed = (button.type === 'URL' && variablesOf(button.url ?? '').length > 0) || button.type === 'COPY_CODE'
    if (needed && parameters.length !== 1)
      throw new GraphError(400, 131008, '(#131008) Required parameter is missing', {
        details: `buttons: Button at index ${at} of type ${button.type} requires a parameter`,
      })
    if (!needed && button.type !== 'QUICK_REPLY' && parameters.length > 0)
      throw mismatch(`buttons: Button at index ${at} of type ${button.type} takes no parameter`)
    if (/[?&]otp_type=/.test(button.url ?? '')) requireSameCode(parameters, given)
  }
}

/** The button of an authentication template copies the code that the text names. */
function requireSameCode(parameters: readonly Record<string, unknown>[], given: readonly Record<string, unknown>[]) {
  const [code] = parametersOf(given.find(({ type }) => String(type).toUpperCase() === 'BODY'))
  if (code?.text !== parameters[0]?.text || String(code?.text).length > OTP_LENGTH)
    throw mismatch(`buttons: the code must be that of the body, of at most ${OTP_LENGTH} characters`)
}
const OTP_LENGTH = 15

const mismatch = (details: string) =>
  new GraphError(400, 132012, '(#132012) Parameter format does not match format in the created template', { details })

function parametersOf(component: Record<string, unknown> | undefined): readonly Record<string, unknown>[] {
  const parameters = component?.parameters
  return Array.isArray(parameters) ? parameters.filter(isRecord) : []
}
