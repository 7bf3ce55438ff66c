/** Does something so long after it was first asked for; asking again meanwhile puts nothing off. */
export function throttleTrailing(then: () => void, after: number) {
  let timer: ReturnType<typeof setTimeout> | undefined
  return {
    ask() {
      timer ??= setTimeout(() => {
        timer = undefined
        then()
      }, after)
    },
    cancel() {
      clearTimeout(timer)
      timer = undefined
    },
  }
}
