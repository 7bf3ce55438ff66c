import './api-docs.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { ChevronRight, Download, SearchX } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '../../shared/client'
import { useText } from '../../shared/i18n/useText'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { SearchBox } from '../../shared/kit/SearchBox'
import { useView } from '../../shared/table/useView'
import { usePageTitle } from '../../shared/usePageTitle'
import {
  type ApiDocument,
  byTag,
  contentOf,
  matchingOperations,
  type Operation,
  operationsOf,
  type Schema,
  typeText,
} from './spec'
import { ApiDocsView } from './view'

const documentQuery = queryOptions({
  queryKey: ['api-docs'],
  queryFn: ({ signal }) => call<ApiDocument>('GET', '/openapi.json', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Every operation of the API with its schemas. The description itself is in English, as the API is. */
export function ApiDocsPage() {
  const t = useText()
  usePageTitle(t('apiDocs.title'))
  const view = useView(ApiDocsView)
  const { data, error, refetch } = useQuery(documentQuery)
  const search = view.now.search ?? ''
  const found = data ? matchingOperations(operationsOf(data), search) : []
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('apiDocs.title')}</h1>
        <span className="page-count">{data && t('apiDocs.count', { count: found.length })}</span>
        <SearchBox
          label={t('apiDocs.search')}
          value={search}
          delay={150}
          onSearch={(words) => view.change({ search: words || undefined })}
        />
        <a className="btn btn-sm" href="/api/openapi.json" download="openapi.json">
          <Download />
          {t('apiDocs.download')}
        </a>
      </div>
      <div className="page-body border-t border-base-300">
        {error && <ErrorState error={error} onRetry={() => void refetch()} />}
        {!data && !error && (
          <Loading className="api-docs">
            <span className="bone h-64 w-full" />
          </Loading>
        )}
        {data && found.length === 0 && (
          <EmptyState heading="h2" icon={<SearchX />} title={t('kit.noMatch', { text: search })} />
        )}
        {data && found.length > 0 && (
          <div className="api-docs">
            {byTag(found).map(([tag, operations]) => (
              <section key={tag} aria-label={tag}>
                <h2 lang="en">{tag}</h2>
                {operations.map((operation) => (
                  <OperationRow key={operation.operationId} operation={operation} document={data} />
                ))}
              </section>
            ))}
          </div>
        )}
      </div>
    </main>
  )
}

type RowProps = { operation: Operation; document: ApiDocument }

/** Content is rendered once opened: there are hundreds of operations. */
function OperationRow({ operation, document }: RowProps) {
  const [isOpen, setOpen] = useState(false)
  const { method, path, summary } = operation
  return (
    <details className="api-operation" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>
        <ChevronRight className="text-faint" />
        <b data-method={method}>{method}</b>
        <code>{path}</code>
        <span lang="en">{summary}</span>
      </summary>
      {isOpen && <OperationBody operation={operation} document={document} />}
    </details>
  )
}

function OperationBody({ operation, document: { components } }: RowProps) {
  const t = useText()
  const { parameters, requestBody, responses, security } = operation
  const [permissions, plans] = [operation['x-permission'] ?? [], operation['x-plan'] ?? []]
  const body = requestBody && contentOf(requestBody)
  const answer = contentOf(responses['200'] ?? responses['202'] ?? {})
  const typeOf = (schema: Schema) => typeText(schema, components.schemas)
  return (
    <div className="api-body">
      <p className="text-muted">
        {security.length === 0 && t('apiDocs.open')}
        {security.length > 0 && permissions.length === 0 && t('apiDocs.signedIn')}
        {permissions.length > 0 && t('apiDocs.permission', { keys: permissions.join(', ') })}
        {plans.length > 0 && ` · ${t('apiDocs.plan', { keys: plans.join(', ') })}`}
      </p>
      {parameters.length > 0 && (
        <Part title={t('apiDocs.parameters')}>
          <dl>
            {parameters.map(({ name, in: place, required, schema }) => (
              <div key={`${place} ${name}`}>
                <dt>
                  <code>{name}</code>
                </dt>
                <dd>
                  {place} · <code>{typeOf(schema)}</code>
                  {!required && ` · ${t('apiDocs.optional')}`}
                </dd>
              </div>
            ))}
          </dl>
        </Part>
      )}
      {body && (
        <Part title={`${t('apiDocs.body')} · ${body[0]}`}>
          <Type text={typeOf(body[1])} />
        </Part>
      )}
      {answer && (
        <Part title={`${t('apiDocs.answer')} · ${answer[0]}`}>
          <Type text={typeOf(answer[1])} />
        </Part>
      )}
      <Part title={t('apiDocs.errors')}>
        <dl>
          {Object.entries(operation['x-errors']).map(([status, codes]) => (
            <div key={status}>
              <dt>{status}</dt>
              <dd>
                <code>{codes.join(', ')}</code>
              </dd>
            </div>
          ))}
        </dl>
      </Part>
    </div>
  )
}

const Part = ({ title, children }: { title: string; children: ReactNode }) => (
  <>
    <h3>{title}</h3>
    {children}
  </>
)

/** Scrolls sideways where it is wide, by keyboard too. */
const Type = ({ text }: { text: string }) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard
  <pre tabIndex={0}>{text}</pre>
)
