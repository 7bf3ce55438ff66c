import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { Code } from '../../shared/kit/Code'
import { CopyButton } from '../../shared/kit/CopyButton'
import { Segment } from '../../shared/kit/Segment'
import { type ExampleFields, examplesOf, type Language, languages } from './examples'
import type { Section } from './view'

/** The code of a section in each language; a call reflects the form's fields. */
export function ExampleBox({ section, fields }: { section: Section; fields: ExampleFields }) {
  const t = useText()
  const [chosen, setChosen] = useState<Language>('curl')
  const examples = examplesOf(section, location.origin, fields)
  const offered = languages.filter((id) => examples[id] !== undefined)
  const language = offered.find((id) => id === chosen) ?? offered[0] ?? 'curl'
  const code = examples[language] ?? ''
  const isCall = offered.includes('curl')
  return (
    <section>
      <div className="api-side-head">
        <h3>{t('messagesApi.example')}</h3>
        <Segment
          label={t('messagesApi.language')}
          items={offered.map((id) => ({ id, label: id }))}
          value={language}
          onChange={setChosen}
        />
        <CopyButton label={t('messagesApi.copyExample')} text={code} />
      </div>
      <Code text={code} label={t('messagesApi.example')} />
      <p className="mt-2 text-xs text-faint">
        {t(isCall ? 'messagesApi.exampleToken' : 'messagesApi.exampleSecret', {
          variable: isCall ? 'TOKEN' : 'WEBHOOK_SECRET',
        })}
      </p>
    </section>
  )
}
