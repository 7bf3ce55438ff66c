import '../../shared/theme/api-doc.css'
import './api-docs.css'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useAtomValue } from 'jotai/react'
import { ArrowLeft, ChevronRight, Download, SearchX } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { call } from '../../shared/client'
import { languageAtom } from '../../shared/i18n/language'
import { useText } from '../../shared/i18n/useText'
import { buttonClass } from '../../shared/kit/Button'
import { EmptyState } from '../../shared/kit/EmptyState'
import { ErrorState } from '../../shared/kit/ErrorState'
import { Loading } from '../../shared/kit/Loading'
import { SearchBox } from '../../shared/kit/SearchBox'
import { modulesAtom } from '../../shared/module'
import { useView } from '../../shared/table/useView'
import { PHONE, useMedia } from '../../shared/useMedia'
import { usePageTitle } from '../../shared/usePageTitle'
import { OperationArticle } from './OperationArticle'
import { OperationSamples } from './OperationSamples'
import { type ApiDocument, byTag, matchingOperations, type Operation, operationsOf, pageTitleOf } from './spec'
import { ApiDocsView } from './view'

const documentQuery = queryOptions({
  queryKey: ['api-docs'],
  queryFn: ({ signal }) => call<ApiDocument>('GET', '/openapi.json', undefined, signal),
  staleTime: Number.POSITIVE_INFINITY,
})

/** Every operation of the API: an index by chapter, what one of them takes and returns, and examples. */
export function ApiDocsPage() {
  const t = useText()
  usePageTitle(t('apiDocs.title'))
  const view = useView(ApiDocsView)
  const isPhone = useMedia(PHONE)
  const language = useAtomValue(languageAtom)
  const { data, error, refetch } = useQuery(documentQuery)
  const search = view.now.search ?? ''
  const modules = useAtomValue(modulesAtom)
  const chapterOf = (tag: string) => t.find(`apiChapter.of.${tag}`) ?? pageTitleOf(modules, tag)?.[language] ?? tag
  const summaryOf = (one: Operation) => one['x-summary']?.[language] ?? one.summary
  const wordsOf = (one: Operation) => `${summaryOf(one)} ${chapterOf(one.tag)}`
  const all = data ? operationsOf(data) : []
  const found = matchingOperations(all, search, wordsOf)
  const chapters = byTag(found, chapterOf)
  const asked = all.find(({ operationId }) => operationId === view.now.operation)
  // On a phone the index is a page of its own.
  const shown = asked ?? (isPhone ? undefined : chapters[0]?.[1][0])
  const isInIndex = isPhone && shown !== undefined
  return (
    <main className="main page">
      <div className="page-head">
        <h1 className="page-title">{t('apiDocs.title')}</h1>
        <span className="page-count">{data && t('apiDocs.count', { count: found.length })}</span>
        {isInIndex && (
          <Link className={buttonClass('ghost')} to="/docs" search={{ search: view.now.search }}>
            <ArrowLeft />
            {t('apiDocs.back')}
          </Link>
        )}
        <a className={buttonClass()} href="/api/openapi.json" download="openapi.json">
          <Download />
          {t('apiDocs.download')}
        </a>
      </div>
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!data && !error && (
        <Loading className="p-6">
          <span className="bone h-64 w-full" />
        </Loading>
      )}
      {data && (
        <div className="api-doc api-ref grid-cols-[17rem_minmax(0,1fr)_28rem] grid-rows-[minmax(0,1fr)] max-[1440px]:grid-cols-[15rem_minmax(0,1fr)]">
          {!isInIndex && (
            <nav
              className="block p-3 max-[1440px]:col-auto max-[1440px]:border-r max-[1440px]:border-r-line max-[1440px]:border-b-0 max-[1440px]:overflow-x-hidden max-[1440px]:overflow-y-auto max-md:border-r-0"
              aria-label={t('apiDocs.chapters')}
            >
              <SearchBox
                size="sm"
                className="w-full mb-2"
                label={t('apiDocs.search')}
                value={search}
                delay={150}
                onSearch={(words) => view.change({ search: words || undefined })}
              />
              {chapters.map(([tag, operations]) => (
                <Chapter
                  key={tag}
                  name={chapterOf(tag)}
                  operations={operations}
                  search={search}
                  summaryOf={summaryOf}
                  shown={shown}
                  isOpen={search !== '' || shown?.tag === tag}
                />
              ))}
            </nav>
          )}
          {shown ? (
            <div className="api-page contents max-[1440px]:block max-[1440px]:overflow-y-auto" key={shown.operationId}>
              <OperationArticle
                operation={shown}
                document={data}
                chapter={chapterOf(shown.tag)}
                summary={summaryOf(shown)}
                isTranslated={language === 'en' || shown['x-summary']?.[language] !== undefined}
              />
              <OperationSamples operation={shown} document={data} />
            </div>
          ) : (
            found.length === 0 && (
              <EmptyState heading="h2" icon={<SearchX />} title={t('kit.noMatch', { text: search })} />
            )
          )}
        </div>
      )}
    </main>
  )
}

type ChapterProps = {
  name: string
  operations: readonly Operation[]
  /** Kept in the addresses. */
  search: string
  summaryOf(operation: Operation): string
  shown: Operation | undefined
  isOpen: boolean
}

/** A chapter of the index. It opens with the operation that is shown, and where words were found. */
function Chapter({ name, operations, search, summaryOf, shown, isOpen }: ChapterProps) {
  const details = useRef<HTMLDetailsElement>(null)
  useEffect(() => {
    if (!details.current) return
    details.current.open = isOpen
    details.current.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' })
  }, [isOpen])
  return (
    <details ref={details} className="api-chapter">
      <summary className="flex items-center gap-1.5 min-h-8 px-1.5 rounded-field type-sm font-[550] cursor-pointer list-none hover:bg-hover">
        <ChevronRight className="flex-none text-faint size-4" />
        <span>{name}</span>
        <small className="ml-auto text-faint">{operations.length}</small>
      </summary>
      {operations.map((one) => (
        <Link
          key={one.operationId}
          to="/docs"
          search={{ search: search || undefined, operation: one.operationId }}
          aria-current={one.operationId === shown?.operationId || undefined}
          title={`${one.method} ${one.path}`}
        >
          <span
            className={
              one.method === 'GET'
                ? 'verb verb-get flex-none w-11 px-0 text-center'
                : 'verb flex-none w-11 px-0 text-center'
            }
          >
            {SHORT[one.method] ?? one.method}
          </span>
          <span className="truncate">{summaryOf(one)}</span>
        </Link>
      ))}
    </details>
  )
}

const SHORT: Readonly<Record<string, string>> = { DELETE: 'DEL' }
