/** The weekly mail about a saved view: what it says unless the operator has worded it anew, and its figures as lines. */
import type { MailTemplate } from '../../../settings/mail-templates/templates'
import { type Language, perLanguage } from '../../../texts/languages'
import type { Grouping, ReportFigures, ReportSummary } from '../contract'
import { mailTexts } from './mail-texts'

/** Rows of a mail; the page has the rest. */
const MOST_ROWS = 20

const fill = (text: string, values: Readonly<Record<string, string | number | null>>): string =>
  text.replace(/\{(\w+)\}/g, (all, name: string) => String(values[name] ?? all))

/** `1 h 05 min` from seconds. */
function timeOf(language: Language, seconds: number): string {
  const { hour, minute } = mailTexts[language].signs
  const minutes = Math.round(seconds / 60)
  if (minutes < 60) return `${minutes} ${minute}`
  return `${Math.floor(minutes / 60)} ${hour} ${String(minutes % 60).padStart(2, '0')} ${minute}`
}

type Figures = { readonly count: number } | ({ readonly grouping: Grouping } & ReportSummary)

export function figureLines(language: Language, figures: Figures): string {
  const all = mailTexts[language]
  if ('count' in figures) return fill(figures.count === 1 ? all.count.one : all.count.other, figures)
  const { total, rows, grouping } = figures
  const means = ({ avgWaitTime, avgSupportTime, nps }: ReportFigures) => [
    ...(avgWaitTime === null ? [] : [fill(all.wait, { time: timeOf(language, avgWaitTime) })]),
    ...(avgSupportTime === null ? [] : [fill(all.support, { time: timeOf(language, avgSupportTime) })]),
    ...(nps === null ? [] : [fill(all.nps, { nps })]),
  ]
  const rest = rows.length - MOST_ROWS
  return [
    [fill(all.total, total), ...means(total)].join(', '),
    fill(all.messages, total),
    ...(rows.length > 0 ? ['', `${all.by[grouping]}:`] : []),
    ...rows
      .slice(0, MOST_ROWS)
      .map((row) => [fill(all.row, { ...row, name: row.name ?? all.none }), ...means(row)].join(', ')),
    ...(rest > 0 ? [fill(all.more, { n: rest })] : []),
  ].join('\n')
}

const sampleOf = (language: Language) => ({
  name: 'Ana',
  view: mailTexts[language].sampleView,
  from: '16/11',
  to: '22/11',
  figures: [
    fill(mailTexts[language].total, { opened: 120, closed: 118 }),
    fill(mailTexts[language].row, { name: 'Bento', opened: 52, closed: 50 }),
  ].join('\n'),
  link: 'https://atende.example.com/reports',
})

export const weeklyTemplate: MailTemplate = {
  kind: 'weeklyReport',
  words: perLanguage((language) => {
    const { subject, body } = mailTexts[language]
    return { subject, body: body.join('\n\n') }
  }),
  samples: perLanguage(sampleOf),
}
