import { queryOptions, useQuery } from '@tanstack/react-query'
import type { FieldValues } from 'react-hook-form'
import { isUsable, type Template } from '../../../src/channels/templates/contract'
import {
  isFileSlot,
  type Slot,
  slotsOf,
  TEMPLATE_BODY_LENGTH,
  valueAt,
  variablesOf,
} from '../../../src/channels/templates/filling/contract'
import type { TemplateRoutes } from '../../../src/features/templates/routes'
import type { WantedTemplate } from '../../../src/tickets/messages/contract'
import { client, unwrap } from '../client'
import type { Text } from '../i18n/translate'
import { useText } from '../i18n/useText'
import { Field } from '../kit/Field'
import { FieldGroup } from './FieldGroup'
import { type FieldProps, useField } from './useField'
import { VariableEditor } from './VariableEditor'

const { whatsapp } = client<TemplateRoutes>()

export const templatesOf = (connectionId: number) =>
  queryOptions({
    queryKey: ['templates-of', connectionId],
    queryFn: async ({ signal }) =>
      (await unwrap(whatsapp({ id: connectionId }).templates.get({ query: {}, fetch: { signal } }))).templates,
    staleTime: 60_000,
  })

type Value = WantedTemplate | null | undefined
type Props<In extends FieldValues, Out> = FieldProps<In, Out, Value> & {
  readonly connectionId: number
  /** Variables that are replaced in the values, if more than the usual ones. */
  readonly names?: readonly string[]
}

const keyOf = ({ name, language }: Pick<Template, 'name' | 'language'>): string => `${name} ${language}`

/** Whether the chosen template has a text for each of its variables; null without a connection that has templates. */
export function useIsFilled(connectionId: number | null, value: Value): boolean | null {
  const { data: all } = useQuery({ ...templatesOf(connectionId ?? 0), enabled: connectionId !== null })
  if (connectionId === null) return null
  const chosen = value && all?.find((one) => keyOf(one) === keyOf(value))
  const slots = chosen ? slotsOf(chosen) : []
  return value != null && slots.every((slot) => isFileSlot(slot) || valueAt(slots, value.variables ?? {}, slot) !== '')
}

/** An approved template of the connection, and a text for each of its variables. */
export function TemplateField<In extends FieldValues, Out>(props: Props<In, Out>) {
  const { form, name, connectionId, names, ...field } = props
  const t = useText()
  const { value, onChange, onBlur, error } = useField<Value, In, Out>(form, name)
  const { data: all } = useQuery(templatesOf(connectionId))
  const chosen = value && all?.find((one) => keyOf(one) === keyOf(value))
  const offered = (all ?? []).filter((one) => isUsable(one) || one === chosen)
  const choose = (key: string) => {
    const next = offered.find((one) => keyOf(one) === key)
    onChange(next ? { name: next.name, language: next.language, variables: {} } : null)
  }
  return (
    <div className="grid gap-3">
      <Field {...field} error={error} hint={all && offered.length === 0 ? t('kit.template.none') : field.hint}>
        {(control) => (
          <select
            {...control}
            className="select"
            value={value ? keyOf(value) : ''}
            onBlur={onBlur}
            onChange={({ target }) => choose(target.value)}
          >
            <option value="">{t('kit.template.choose')}</option>
            {value && !chosen && <option value={keyOf(value)}>{value.name}</option>}
            {offered.map((one) => (
              <option key={one.id} value={keyOf(one)}>
                {t('kit.template.option', { name: titleOf(one.name), category: t(`kit.template.${one.category}`) })}
              </option>
            ))}
          </select>
        )}
      </Field>
      {value && chosen && (
        <TemplateValues
          template={chosen}
          value={value}
          onChange={(variables) => onChange({ ...value, variables })}
          {...(names && { names })}
        />
      )}
    </div>
  )
}

type ValuesProps = {
  readonly template: Template
  readonly value: WantedTemplate
  readonly names?: readonly string[]
  onChange(variables: NonNullable<WantedTemplate['variables']>): void
}

function TemplateValues({ template, value, names, onChange }: ValuesProps) {
  const t = useText()
  const slots = slotsOf(template)
  const values = slots.map((slot) => valueAt(slots, value.variables ?? {}, slot))
  const change = (at: number, text: string) =>
    onChange(
      variablesOf(
        slots,
        values.map((known, place) => (place === at ? text : known)),
      ),
    )
  return (
    <>
      <blockquote className="rounded-field bg-base-200 px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
        {template.body}
      </blockquote>
      {slots.map((slot, at) => {
        const label = labelOf(t, slot)
        return (
          <FieldGroup key={`${slot.part} ${slot.index}`} label={label}>
            <VariableEditor
              label={label}
              value={values[at] ?? ''}
              onChange={(text) => change(at, text)}
              onBlur={() => undefined}
              max={TEMPLATE_BODY_LENGTH}
              isInvalid={false}
              ref={() => undefined}
              {...(names && { names })}
            />
          </FieldGroup>
        )
      })}
    </>
  )
}

function labelOf(t: Text, { part, kind, index }: Slot): string {
  if (part === 'body') return t('kit.template.variable', { number: index + 1 })
  if (part === 'button') return t('kit.template.button', { number: index + 1 })
  return t(kind === 'text' ? 'kit.template.header' : 'kit.template.file')
}

/** `pedido_pronto` → `Pedido pronto` */
function titleOf(name: string): string {
  const words = name.replaceAll('_', ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}
