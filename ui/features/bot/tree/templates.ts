/** Template trees, translated. Pure. */
import type { OptionType } from '../../../../src/queues/options/contract'
import type { Text } from '../../../shared/i18n/translate'
import { newRow, type OptionRow } from './outline'

export const templates = ['sales', 'support', 'billing', 'provider'] as const
export type Template = (typeof templates)[number]

type TemplateNode = { readonly key: string; readonly level: number; readonly type: OptionType }

const line = (key: string, level = 0, type: OptionType = 'Texto'): TemplateNode => ({ key, level, type })

const lines: Readonly<Record<Template, readonly TemplateNode[]>> = {
  sales: [line('products'), line('price'), line('delivery'), line('person', 0, 'Atendente')],
  support: [
    line('problem'),
    line('restart', 1),
    line('technician', 1, 'Atendente'),
    line('warranty'),
    line('person', 0, 'Atendente'),
  ],
  billing: [line('copy'), line('paid'), line('terms'), line('person', 0, 'Atendente')],
  provider: [
    line('offline'),
    line('lights', 1),
    line('technician', 1, 'Atendente'),
    line('invoice'),
    line('plans'),
    line('person', 0, 'Atendente'),
  ],
}

/** The greeting for that kind of queue. */
export const greetingOf = (template: Template, t: Text): string =>
  t.find(`bot.template.${template}.greeting`, { firstName: '{{firstName}}', ms: '{{ms}}' }) ?? ''

/** Its rows, to append after the existing ones. */
export function rowsOf(template: Template, t: Text, before: readonly OptionRow[]): OptionRow[] {
  const rows: OptionRow[] = []
  for (const { key, level, type } of lines[template]) {
    const words = (part: 'title' | 'message') =>
      t.find(`bot.template.${template}.${key}.${part}`, { firstName: '{{firstName}}' }) ?? key
    rows.push(
      newRow([...before, ...rows], level, { title: words('title'), message: words('message'), optionType: type }),
    )
  }
  return rows
}
