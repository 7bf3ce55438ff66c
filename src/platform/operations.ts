/**
 * Summaries of operations in the other languages of the screens, for the OpenAPI document. A module keeps its own in
 * `operations.ts`; `build/operations.ts` gathers them. The English summary stands in the route.
 */
export type Operations = {
  /**
   * Operations that do the usual with one kind of thing need only its name, as the operation id names it: `Tags` covers
   * `getTags`, `postTags`, `getTagsById`, `putTagsById` and `deleteTagsById`.
   */
  readonly nouns?: Readonly<Record<string, Noun>>
  /** By operation id. */
  readonly summaries?: Readonly<Record<string, Summary>>
}

type Summary = readonly [portuguese: string, spanish: string, turkish: string]

/** In Portuguese and Spanish: several, and one; in Turkish: several, the thing to create, and one. */
type Noun = readonly [
  portuguese: readonly [string, string],
  spanish: readonly [string, string],
  turkish: readonly [string, string, string],
]

/** How each language says the usual, by method and whether the address names one thing. */
const usual: Readonly<Record<string, (noun: Noun) => Summary>> = {
  get: ([pt, es, tr]) => [`Listar ${pt[0]}`, `Listar ${es[0]}`, `${tr[0]} listele`],
  post: ([pt, es, tr]) => [`Criar ${pt[1]}`, `Crear ${es[1]}`, `${tr[1]} oluştur`],
  getById: ([pt, es, tr]) => [`Ler ${pt[1]}`, `Leer ${es[1]}`, `${tr[2]} oku`],
  putById: ([pt, es, tr]) => [`Mudar ${pt[1]}`, `Cambiar ${es[1]}`, `${tr[2]} değiştir`],
  deleteById: ([pt, es, tr]) => [`Excluir ${pt[1]}`, `Eliminar ${es[1]}`, `${tr[2]} sil`],
}

export type Translation = { readonly 'pt-BR': string; readonly es: string; readonly tr: string }

export function translateOperation(operationId: string, all: readonly Operations[]): Translation | undefined {
  const [, method = '', name = '', byId = ''] = /^(get|post|put|delete)(\w+?)(ById)?$/.exec(operationId) ?? []
  const noun = all.map(({ nouns }) => nouns?.[name]).find((found) => found !== undefined)
  const own = all.map(({ summaries }) => summaries?.[operationId]).find((found) => found !== undefined)
  const summary = own ?? (noun && usual[`${method}${byId}`]?.(noun))
  return summary && { 'pt-BR': summary[0], es: summary[1], tr: summary[2] }
}
