import { useAtomValue } from 'jotai/react'
import { ChevronDown, Languages } from 'lucide-react'
import { chooseLanguage, languageAtom } from '../i18n/language'
import { isLanguage, languageNames, languages } from '../i18n/languages'
import { useText } from '../i18n/useText'

/** Language switch: small print over the browser's own select. */
export function LanguageSelect() {
  const t = useText()
  const language = useAtomValue(languageAtom)
  return (
    <label className="select-bare">
      <Languages />
      <select
        aria-label={t('login.language')}
        value={language}
        onChange={(event) => {
          if (isLanguage(event.target.value)) void chooseLanguage(event.target.value)
        }}
      >
        {languages.map((option) => (
          <option key={option} value={option} lang={option}>
            {languageNames[option]}
          </option>
        ))}
      </select>
      <ChevronDown />
    </label>
  )
}
