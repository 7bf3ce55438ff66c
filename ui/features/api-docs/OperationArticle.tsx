import { useText } from '../../shared/i18n/useText'
import { Code } from '../../shared/kit/Code'
import { type ApiDocument, contentOf, fieldsOf, type Operation, type Schema, takesApiToken, typeText } from './spec'

type Props = {
  operation: Operation
  document: ApiDocument
  chapter: string
  summary: string
  isTranslated: boolean
}

/** What an operation takes, returns and refuses. */
export function OperationArticle({ operation, document: { components }, chapter, summary, isTranslated }: Props) {
  const t = useText()
  const { method, path, parameters, requestBody, responses, security } = operation
  const [permissions, plans] = [operation['x-permission'] ?? [], operation['x-plan'] ?? []]
  const body = requestBody && contentOf(requestBody)
  const answer = contentOf(responses['200'] ?? responses['202'] ?? {})
  const typeOf = (schema: Schema) => typeText(schema, components.schemas)
  const fields = body ? fieldsOf(body[1], components.schemas) : []
  const isOpen = security.length === 0
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
    <article className="px-6 pt-5 pb-8 max-md:px-4" aria-labelledby="api-operation" tabIndex={0}>
      <p className="text-xs text-faint">{chapter}</p>
      <h2 className="mb-1 font-semibold text-[18px]/7" id="api-operation" lang={isTranslated ? undefined : 'en'}>
        {summary}
      </h2>
      <p className="mb-3 flex items-center gap-2">
        <span className={method === 'GET' ? 'verb verb-get' : 'verb'}>{method}</span>
        <code className="wrap-anywhere">{path}</code>
      </p>
      <p className="mb-4 text-muted">
        {isOpen && t('apiDocs.open')}
        {!isOpen && permissions.length === 0 && t(takesApiToken(operation) ? 'apiDocs.byToken' : 'apiDocs.signedIn')}
        {permissions.length > 0 && t('apiDocs.permission', { keys: permissions.join(', ') })}
        {plans.length > 0 && ` · ${t('apiDocs.plan', { keys: plans.join(', ') })}`}
        {!isTranslated && <small className="block">{t('apiDocs.english')}</small>}
      </p>
      {parameters.length > 0 && (
        <section>
          <h3>{t('apiDocs.parameters')}</h3>
          <dl className="params">
            {parameters.map(({ name, in: place, required, schema }) => (
              <div className="grid-cols-[minmax(5rem,8rem)_minmax(0,1fr)] max-md:grid-cols-1" key={`${place} ${name}`}>
                <dt>
                  <code>{name}</code>
                  <small>{t(required ? 'apiDocs.required' : 'apiDocs.optional')}</small>
                </dt>
                <dd>
                  <code>{typeOf(schema)}</code> · {t(`apiDocs.place.${place}`)}
                </dd>
              </div>
            ))}
          </dl>
        </section>
      )}
      {body && (
        <section>
          <h3>{`${t('apiDocs.fields')} · ${body[0]}`}</h3>
          {fields.length === 0 ? (
            <Code label={t('apiDocs.fields')} text={typeOf(body[1])} />
          ) : (
            <dl className="params">
              {fields.map(({ name, type, isRequired }) => (
                <div className="grid-cols-[minmax(5rem,8rem)_minmax(0,1fr)] max-md:grid-cols-1" key={name}>
                  <dt>
                    <code>{name}</code>
                    <small>{t(isRequired ? 'apiDocs.required' : 'apiDocs.optional')}</small>
                  </dt>
                  <dd>
                    <code className="whitespace-pre-wrap">{type}</code>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </section>
      )}
      {answer && (
        <section className="mb-5 grid gap-1.5">
          <h3>{`${t('apiDocs.answer')} · ${answer[0]}`}</h3>
          <Code label={t('apiDocs.answer')} text={typeOf(answer[1])} />
        </section>
      )}
      <section>
        <h3>{t('apiDocs.errors')}</h3>
        <dl className="params">
          {Object.entries(operation['x-errors']).map(([status, codes]) => (
            <div className="grid-cols-[minmax(5rem,8rem)_minmax(0,1fr)] max-md:grid-cols-1" key={status}>
              <dt>{status}</dt>
              <dd>
                <code className="wrap-anywhere">{codes.join(', ')}</code>
              </dd>
            </div>
          ))}
        </dl>
      </section>
    </article>
  )
}
