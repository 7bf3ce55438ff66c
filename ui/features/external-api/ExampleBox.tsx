import { Copy } from 'lucide-react'
import { useState } from 'react'
import { useText } from '../../shared/i18n/useText'
import { IconButton } from '../../shared/kit/IconButton'
import { Segment } from '../../shared/kit/Segment'
import { toast } from '../../shared/kit/toast'
import { Code } from './Code'
import { callOf, type ExampleFields, exampleOf, type Language, languages } from './examples'
import type { Section } from './view'

/** The call of a section in four languages; it reflects the form's fields. */
export function ExampleBox({ section, fields }: { section: Section; fields: ExampleFields }) {
  const t = useText()
  const [language, speak] = useState<Language>('curl')
  const code = exampleOf(language, callOf(section, location.origin, fields))
  const copy = () => void navigator.clipboard?.writeText(code).then(() => toast.success(t('common.copied')))
  return (
    <section>
      <div className="api-side-head">
        <h3>{t('messagesApi.example')}</h3>
        <Segment
          label={t('messagesApi.language')}
          items={languages.map((id) => ({ id, label: id }))}
          value={language}
          onChange={speak}
        />
        <IconButton label={t('messagesApi.copyExample')} onClick={copy}>
          <Copy />
        </IconButton>
      </div>
      <Code text={code} label={t('messagesApi.example')} />
    </section>
  )
}
