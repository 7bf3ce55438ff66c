import type { ContactWithInfo } from '../../../src/contacts/contract'
import { showNamed } from '../../../src/platform/document'
import { useText } from '../../shared/i18n/useText'

/** Category and extra info of a contact, as `.facts` lines. */
export function ExtraFacts({ contact: { categoria, extraInfo } }: { contact: ContactWithInfo }) {
  const t = useText()
  return (
    <>
      {categoria && (
        <>
          <dt>{t('common.field.category')}</dt>
          <dd className="select-text">{categoria.descricao}</dd>
        </>
      )}
      {extraInfo.map(({ id, name, value }) => (
        <ExtraFact key={id} name={name} value={value} />
      ))}
    </>
  )
}

const ExtraFact = ({ name, value }: { name: string; value: string }) => (
  <>
    <dt className="wrap-anywhere">{name}</dt>
    <dd className="select-text">{showNamed(name, value)}</dd>
  </>
)
