import type { Operations } from '../../platform/operations'

export const operations: Operations = {
  summaries: {
    getMachines: [
      'Ver as máquinas da instalação e a carga delas',
      'Ver las máquinas de la instalación y su carga',
      'Kurulumun makinelerini ve yüklerini göster',
    ],
    deleteMachinesByName: [
      'Esquecer uma máquina que não volta mais',
      'Olvidar una máquina que no vuelve',
      'Geri gelmeyecek bir makineyi unut',
    ],
    postMachinesByNameDrain: [
      'Esvaziar uma máquina: as empresas vão para as outras, uma depois da outra',
      'Vaciar una máquina: las empresas pasan a las otras, una tras otra',
      'Bir makineyi boşalt: şirketleri birer birer diğerlerine taşınır',
    ],
    deleteMachinesByNameDrain: [
      'Parar de esvaziar uma máquina: as empresas que já saíram ficam onde estão',
      'Dejar de vaciar una máquina: las empresas que ya salieron se quedan donde están',
      'Bir makineyi boşaltmayı durdur: taşınan şirketler oldukları yerde kalır',
    ],
    postMachinesRebalance: [
      'Distribuir de novo as empresas entre as máquinas',
      'Repartir de nuevo las empresas entre las máquinas',
      'Şirketleri makinelere yeniden dağıt',
    ],
    getMachinesCompanies: [
      'Listar as empresas com a máquina em que cada uma está',
      'Listar las empresas con la máquina en que está cada una',
      'Şirketleri bulundukları makineyle listele',
    ],
    getMachinesCompaniesByIdMove: [
      'Ver para onde uma empresa pode ir e como fica a carga',
      'Ver adónde puede ir una empresa y cómo queda la carga',
      'Bir şirketin nereye taşınabileceğini ve yükün ne olacağını göster',
    ],
    putMachinesCompaniesByIdMove: [
      'Mover uma empresa para outra máquina, agora ou na hora das atualizações',
      'Mover una empresa a otra máquina, ahora o a la hora de las actualizaciones',
      'Bir şirketi başka bir makineye şimdi ya da güncelleme saatinde taşı',
    ],
    deleteMachinesCompaniesByIdMove: [
      'Cancelar a mudança de uma empresa, ou dispensar uma que falhou',
      'Cancelar el traslado de una empresa, o descartar uno que falló',
      'Bir şirketin taşınmasını iptal et ya da başarısız olanı kapat',
    ],
  },
}
