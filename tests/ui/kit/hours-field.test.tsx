/** An impossible time is reported where it was typed. */
import { expect, test } from 'bun:test'
import { Provider } from 'jotai/react'
import { renderToStaticMarkup } from 'react-dom/server'
import * as v from 'valibot'
import { usualWeek, WeekHours } from '../../../src/hours/contract'
import { HoursField } from '../../../ui/shared/form/HoursField'
import { TimeField } from '../../../ui/shared/form/TimeField'
import { useForm } from '../../../ui/shared/form/useForm'
import { loadTexts } from '../../../ui/shared/i18n/language'
import { kit } from '../../../ui/shared/kit/texts'
import { store } from '../../../ui/shared/store'
import { common } from '../../../ui/shared/texts'

const Schema = v.object({ week: WeekHours, at: v.string() })

function Form({ to, at }: { to: string; at: string }) {
  const days = usualWeek.days.with(2, { from: '08:00', to })
  const form = useForm(Schema, { week: { ...usualWeek, days }, at })
  return (
    <>
      <HoursField form={form} name="week" label="Horário" isPerDay />
      <TimeField form={form} name="at" label="Hora" />
    </>
  )
}

async function shown(to: string, at: string): Promise<string> {
  Object.assign(globalThis, { document: { documentElement: {} } }) // the language is stored there
  await loadTexts(common, kit)
  Reflect.deleteProperty(globalThis, 'document')
  return renderToStaticMarkup(
    <Provider store={store}>
      <Form to={to} at={at} />
    </Provider>,
  )
}

test('reports it at its day of the week, beside a single field’s time, and nowhere else', async () => {
  const html = await shown('25:00', '12:75')
  const rows = html.split('class="week-row"')
  expect(rows.map((row) => row.includes('25:00 não é uma hora: vai de 00:00 a 23:59.')).indexOf(true)).toBe(3)
  expect(html.match(/role="alert"/g)).toHaveLength(2)
  expect(html).toContain('12:75 não é uma hora')
  expect(html.match(/aria-invalid="true"/g)).toHaveLength(2)
})

test('reports nothing for a valid time or an empty field', async () => {
  expect(await shown('18:00', '')).not.toContain('role="alert"')
})
