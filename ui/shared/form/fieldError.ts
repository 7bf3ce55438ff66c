import type { FieldError } from 'react-hook-form'
import type { Text } from '../i18n/translate'

/** The message for an invalid field: the hint's translation, the server's own sentence, or a general one. */
export function fieldError(t: Text, error: FieldError | undefined): string | undefined {
  if (!error) return undefined
  const said = error.message ?? ''
  return t.find(said) ?? (error.type === 'server' && said ? said : t.find('form.invalid')) ?? t('common.error.unknown')
}
