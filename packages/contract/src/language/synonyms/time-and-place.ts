/** Words about time and place. See `synonyms.ts` for how to read it. */
export const timeAndPlace = `
open opening hours | öffnungszeiten geöffnet offen öffnet | horario horarios abierto abre apertura abren | horaires ouvert ouverture ouvre ouvrez | orari orario aperto apertura aprite apre | horário horários aberto abertura abre | openingstijden open geopend | godziny otwarcia otwarte otwarty czynne | açılış açık saatleri
closed close closing | geschlossen schließen schließt | cerrado cierra cerrar cierre | fermé fermeture ferme fermer | chiuso chiude chiusura chiudere | fechado fecha fechar encerrado | gesloten sluiten sluit sluitingstijd | zamknięte zamknięty zamknąć zamykacie | kapalı kapanış kapatmak
hour hours | stunde stunden uhr | hora horas | heure heures | ora ore | hora horas | uur uren | godzina godziny godzin | saat saati
minute minutes | minute minuten | minuto minutos | minute minutes | minuto minuti | minuto minutos | minuut minuten | minuta minuty minut | dakika
day days daily | tag tage täglich tagen | día días diario | jour jours journée quotidien | giorno giorni giornaliero | dia dias diário | dag dagen dagelijks | dzień dni dziennie | gün günü günde günlük
week weekly | woche wochen wöchentlich | semana semanas semanal | semaine semaines hebdomadaire | settimana settimane settimanale | semana semanas semanal | week weken wekelijks | tydzień tygodnie tygodniowo tygodniu | hafta haftalık
month monthly | monat monate monatlich | mes meses mensual | mois mensuel mensuelle | mese mesi mensile | mês meses mensal | maand maanden maandelijks | miesiąc miesiące miesięczny miesięcznie | ay aylık
year yearly annual annually | jahr jahre jährlich jahres | año años anual | an ans année annuel annuelle | anno anni annuale | ano anos anual | jaar jaren jaarlijks | rok lata roku rocznie roczny | yıl yılı yıllık sene
today | heute | hoy | aujourd | oggi | hoje | vandaag | dzisiaj dziś | bugün
tomorrow | morgen | mañana | demain | domani | amanhã | morgen | jutro | yarın
holiday holidays | feiertag feiertage feiertagen | festivo festivos feriado | férié fériés | festivo festivi festività | feriado feriados | feestdag feestdagen | święto święta świąteczny | tatil bayram
vacation holiday | urlaub ferien | vacaciones | vacances congé congés | vacanza vacanze ferie | férias | vakantie verlof | urlop urlopu wakacje | tatil izin
weekend | wochenende wochenenden | finde | weekend | weekend |  | weekend weekenden | weekend weekendy | haftasonu
sunday | sonntag sonntags sonntagen | domingo domingos | dimanche dimanches | domenica domeniche | domingo domingos | zondag zondagen | niedziela niedzielę niedziele | pazar
saturday | samstag samstags samstagen sonnabend | sábado sábados | samedi samedis | sabato | sábado sábados | zaterdag | sobota sobotę soboty | cumartesi
night overnight | nacht nachts nächte | noche noches | nuit nuits | notte notti | noite noites | nacht nachten | noc nocy noce | gece geceleri
early earlier | früh früher vorzeitig | temprano antes anticipado | tôt anticipé avance | presto anticipo anticipato | cedo antecipado antecipadamente | vroeg eerder | wcześnie wcześniej | erken
country countries | land länder | país países | pays | paese paesi | país países | land landen | kraj kraje kraju | ülke
abroad overseas international foreign | ausland international auslands ausländisch | extranjero internacional exterior | étranger international | estero internazionale straniero | estrangeiro internacional exterior | buitenland internationaal | zagranica granicą zagraniczny międzynarodowy | yurtdışı uluslararası yabancı
store shop branch | filiale filialen geschäft laden shop | tienda tiendas sucursal | magasin magasins boutique agence succursale | negozio negozi filiale punto | loja lojas filial balcão | winkel winkels filiaal | sklep sklepy sklepu oddział placówka | mağaza mağazası şube dükkan
office | büro büros geschäftsstelle | oficina oficinas | bureau bureaux | ufficio uffici | escritório escritórios | kantoor kantoren | biuro biura | ofis ofisi
parking park | parken parkplatz parkplätze parke parkhaus | aparcar aparcamiento estacionamiento parking estacionar | parking stationnement garer stationner | parcheggio parcheggiare parcheggi | estacionamento estacionar parque | parkeren parkeerplaats parkeer | parking parkować parkingu parkowanie | otopark park
map location directions | karte stadtplan lageplan standort anfahrt | mapa ubicación plano | plan carte itinéraire emplacement | mappa posizione cartina | mapa localização | kaart plattegrond locatie | mapa mapy lokalizacja dojazd | harita konum
distance far | entfernung weit entfernt distanz | distancia lejos | distance loin | distanza lontano | distância longe | afstand ver | odległość daleko | mesafe uzak uzaklık
near nearby nearest closest | nähe nächste nahe | cerca cercano cercana | proche près proximité | vicino vicina vicinanze | perto próximo próxima | dichtbij buurt dichtstbijzijnde | blisko pobliżu najbliższy | yakın yakında
station | bahnhof bahnhöfe haltestelle station | estación estaciones parada | gare gares station arrêt | stazione stazioni fermata | estação estações paragem | station stations halte | dworzec stacja przystanek | istasyon durak gar
entrance entry | eingang eintritt einlass | entrada | entrée | ingresso entrata | entrada | ingang toegang | wejście wejścia wstęp | giriş
start begin beginning | beginn beginnen beginnt anfang anfangen startet | empezar empieza comenzar comienzo inicio | commencer commence début | iniziare inizia inizio cominciare | começar começa início | beginnen begint begin | zacząć zaczyna początek rozpocząć | başlamak başlar başlangıç
end finish | ende enden endet beenden | fin terminar termina final | fin finir terminer | fine finire finisce terminare | fim terminar termina | einde eindigen eindigt | koniec kończy zakończyć | bitiş bitmek biter son
date | datum termin daten | fecha fechas | date dates | data date | data datas | datum data | data daty datę | tarih
age old | alter alt mindestalter | edad años | âge | età | idade | leeftijd oud | wiek wieku | yaş yaşı yaşında
`;
