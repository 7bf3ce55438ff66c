import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getInstallationUpdate: [
      'Ler a versão em uso, a mais nova e como foi a última atualização',
      'Leer la versión en uso, la más nueva y cómo fue la última actualización',
      'Kullanılan sürümü, en yenisini ve son güncellemenin nasıl geçtiğini oku',
    ],
    postInstallationUpdateLook: [
      'Procurar agora uma versão mais nova',
      'Buscar ahora una versión más nueva',
      'Şimdi daha yeni bir sürüm ara',
    ],
    putInstallationUpdatePlan: [
      'Atualizar na hora marcada, ou agora',
      'Actualizar a la hora fijada, o ahora',
      'Güncelleme saatinde ya da şimdi güncelle',
    ],
    postInstallationUpdateGoOn: [
      'Atualizar a próxima máquina sem esperar por empresas que ninguém atende',
      'Actualizar la siguiente máquina sin esperar a empresas que nadie atiende',
      'Kimsenin hizmet vermediği şirketleri beklemeden sıradaki makineyi güncelle',
    ],
    deleteInstallationUpdatePlan: [
      'Cancelar a atualização marcada, ou a que ainda não trocou o programa',
      'Cancelar la actualización fijada, o la que aún no cambió el programa',
      'Planlanan ya da programı henüz değiştirmemiş güncellemeyi iptal et',
    ],
  },
}
