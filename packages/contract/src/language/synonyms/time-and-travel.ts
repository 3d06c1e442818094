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

/** Words about travel and people. See `synonyms.ts` for how to read it. */
export const travelAndPeople = `
ticket tickets | ticket tickets fahrkarte fahrkarten eintrittskarte fahrschein | billete billetes boleto entrada entradas | billet billets ticket | biglietto biglietti | bilhete bilhetes ingresso passagem | ticket kaartje kaartjes tickets | bilet bilety biletu | bilet bileti biletim
seat seats | sitz sitzplatz sitzplätze platz plätze | asiento asientos plaza | siège sièges place places | posto posti sedile | lugar lugares assento assentos | stoel zitplaats plaats stoelen | miejsce miejsca siedzenie | koltuk koltuğu yer
luggage baggage suitcase bag | gepäck koffer handgepäck tasche | equipaje maleta maletas | bagage bagages valise valises | bagaglio bagagli valigia | bagagem malas mala | bagage koffer koffers handbagage | bagaż bagażu walizka walizki | bagaj valiz
child children kid kids | kind kinder kindern | niño niños niña hijo hijos | enfant enfants | bambino bambini figlio figli | criança crianças filho filhos | kind kinderen | dziecko dzieci dzieckiem | çocuk çocuğum çocuklar
baby infant toddler | baby babys säugling kleinkind | bebé bebés | bébé bébés nourrisson | neonato neonati bebè | bebé bebê bebés | baby peuter | niemowlę niemowlęta | bebek bebeği
dog pet pets animal | hund hunde haustier haustiere tiere | perro perros mascota mascotas animal | chien chiens animal animaux | cane cani animale animali | cão cães cachorro animal animais | hond honden huisdier huisdieren | pies psa psem psy zwierzę zwierzęta | köpek köpeğim evcil hayvan
cat | katze katzen | gato gatos | chat chats | gatto gatti | gato gatos | kat katten | kot kota koty | kedi
wheelchair disability disabled accessible accessibility | rollstuhl barrierefrei behinderung behinderte schwerbehindert rollstuhlgerecht | ruedas discapacidad accesible minusválidos | fauteuil roulant handicap handicapé accessible | rotelle disabili disabilità accessibile carrozzina | rodas deficiência deficientes acessível | rolstoel gehandicapt handicap toegankelijk | wózek wózku inwalidzki niepełnosprawny niepełnosprawność | engelli tekerlekli sandalye
family | familie familien | familia familiar | famille familles familial | famiglia famiglie | família familiar | gezin familie | rodzina rodziny rodzinny | aile ailem
student pupil | student studenten studierende schüler | estudiante estudiantes alumno | étudiant étudiants élève | studente studenti studentessa | estudante estudantes aluno | student studenten scholier | student studenci uczeń studentów | öğrenci
senior seniors elderly pensioner retired | senioren rentner rentnerin senior | jubilado jubilados mayores | senior seniors retraité retraités | anziano anziani pensionato | idoso idosos sénior reformado | senior senioren gepensioneerd ouderen | senior seniorzy emeryt | yaşlı emekli
adult adults | erwachsene erwachsener erwachsenen | adulto adultos | adulte adultes | adulto adulti | adulto adultos | volwassene volwassenen | dorosły dorośli | yetişkin
group groups | gruppe gruppen gruppenpreis | grupo grupos | groupe groupes | gruppo gruppi | grupo grupos | groep groepen | grupa grupy grup | grup grubu
companion accompanying carer | begleitperson begleitung begleiter | acompañante acompañantes | accompagnateur accompagnant | accompagnatore accompagnatrice | acompanhante acompanhantes | begeleider begeleiding | opiekun towarzysząca | refakatçi
guest visitor | gast gäste besucher besuch | huésped invitado visitante | invité hôte visiteur visiteurs | ospite ospiti visitatore visitatori | hóspede convidado visitante | gast gasten bezoeker bezoekers | gość goście odwiedzający | misafir ziyaretçi konuk
customer client | kunde kunden kundin | cliente clientes | client clients cliente | cliente clienti | cliente clientes | klant klanten | klient klienci klienta | müşteri
hotel accommodation lodging | hotel unterkunft hotels übernachtung | hotel hoteles alojamiento | hôtel hôtels hébergement | albergo hotel alloggio | hotel hotéis alojamento | hotel hotels accommodatie verblijf | hotel hotelu nocleg noclegi | otel konaklama
room rooms | zimmer zimmers hotelzimmer raum | habitación habitaciones cuarto | chambre chambres | camera camere stanza | quarto quartos | kamer kamers | pokój pokoje pokoju | oda odası
breakfast | frühstück frühstücken | desayuno desayunos | déjeuner | colazione | almoço café | ontbijt | śniadanie śniadania | kahvaltı
checkin arrival arrive | einchecken anreise ankunft ankommen | llegada llegar | arrivée arriver enregistrement | arrivo arrivare | chegada chegar | inchecken aankomst aankomen | zameldowanie przyjazd przyjechać odprawa | giriş varış
checkout departure depart | auschecken abreise abfahrt abflug | salida | départ partir quitter | partenza partire | partida saída sair | uitchecken vertrek vertrekken | wymeldowanie wyjazd odjazd | çıkış kalkış ayrılış
book booking reserve reservation | buchen buche buchung gebucht reservieren reservierung | reservar reserva reservas reservo | réserver réservation réservations | prenotare prenotazione prenotazioni prenoto | reservar reserva reservas reservo | boeken reserveren boeking reservering geboekt | rezerwacja rezerwacji zarezerwować rezerwować | rezervasyon ayırtmak
flight plane fly | flug flüge fliegen flugzeug | vuelo vuelos avión volar | vol vols avion | volo voli aereo | voo voos avião | vlucht vluchten vliegtuig vliegen | lot lotu loty samolot | uçuş uçak
airport | flughafen flughäfen | aeropuerto | aéroport | aeroporto | aeroporto | luchthaven vliegveld | lotnisko lotniska lotnisku | havaalanı havalimanı
train rail | zug züge bahn | tren trenes | train trains | treno treni | comboio comboios trem | trein treinen | pociąg pociągu pociągi | tren treni
bus coach tram | bus busse straßenbahn | autobús autobuses bus | bus autocar tramway | autobus pullman tram | autocarro ônibus elétrico | bus bussen tram | autobus autobusu tramwaj | otobüs tramvay
car vehicle | auto autos wagen fahrzeug pkw | coche coches vehículo carro | voiture voitures véhicule | auto macchina veicolo | carro carros automóvel veículo | auto voertuig | samochód samochodu auto pojazd | araba araç otomobil
bike bicycle cycle | fahrrad fahrräder rad räder | bicicleta bicicletas bici | vélo vélos bicyclette | bicicletta biciclette bici | bicicleta bicicletas | fiets fietsen | rower rowery rowerem | bisiklet
rent rental hire lease | mieten miete vermietung leihen verleih | alquilar alquiler alquilo | louer location loue | noleggio noleggiare affitto affittare | alugar aluguer aluguel | huren huur verhuur | wynająć wynajem wypożyczyć wypożyczalnia | kiralamak kiralık kira
travel trip journey | reise reisen fahrt | viaje viajes viajar | voyage voyages voyager trajet | viaggio viaggi viaggiare | viagem viagens viajar | reis reizen | podróż podróże podróżować | seyahat yolculuk
passenger traveller | passagier fahrgast fahrgäste reisende passagiere | pasajero pasajeros viajero | passager passagers voyageur | passeggero passeggeri viaggiatore | passageiro passageiros | passagier passagiers reiziger | pasażer pasażerowie podróżny | yolcu
smoke smoking | rauchen raucher rauche | fumar fumadores | fumer fumeur | fumare fumo fumatori | fumar fumadores | roken rookvrij | palić palenie papierosy | sigara
toilet restroom bathroom | toilette toiletten wc badezimmer | baño baños aseo aseos | toilettes wc | bagno bagni toilette | banheiro sanitários | toilet toiletten wc | toaleta toalety łazienka | tuvalet banyo
wifi wlan internet | wlan internet wifi | wifi internet | wifi internet | wifi internet | wifi internet | wifi internet | wifi internet internetu | wifi internet kablosuz
roaming | roaming auslandsnutzung | itinerancia roaming | itinérance roaming | roaming | roaming | roaming | roaming roamingu | dolaşım roaming
sim esim simcard | sim simkarte esim | sim esim chip | sim esim puce | sim esim | sim esim chip | sim simkaart esim | sim esim | sim esim
signal coverage reception network | empfang netz netzabdeckung signal | cobertura señal red | réseau couverture signal | copertura segnale rete | cobertura sinal rede | bereik netwerk dekking signaal | zasięg sieć sygnał sieci | şebeke kapsama sinyal çekiyor
move moving relocate | umzug umziehen umgezogen | mudanza mudarse mudar | déménagement déménager déménage | trasloco traslocare | mudança mudar | verhuizen verhuizing verhuis | przeprowadzka przeprowadzić | taşınma taşınmak taşınıyorum
job vacancy career | stelle job arbeit karriere stellenangebot | empleo trabajo puesto | emploi travail poste | lavoro impiego | emprego trabalho vaga | baan vacature werk | praca pracy stanowisko | iş işi kariyer
apply application | bewerben bewerbung beantragen antrag | solicitar solicitud | demande candidature postuler demander | domanda candidarsi candidatura richiedere | candidatura candidatar solicitar | aanvragen aanvraag solliciteren sollicitatie | wniosek aplikować podanie | başvuru başvurmak
course lesson | kurs kurse unterricht | curso cursos clase clases | cours leçon | corso corsi lezione | curso cursos aula aulas | cursus cursussen les lessen | kurs kursy lekcja zajęcia | kurs kursu ders dersi
doctor physician | arzt ärztin ärzte hausarzt | médico médica doctor | médecin docteur | medico dottore | médico médica | arts dokter huisarts | lekarz lekarza lekarze | doktor hekim
prescription medicine medication | rezept medikament medikamente arznei | receta medicamento medicamentos medicina | ordonnance médicament médicaments | ricetta farmaco medicina medicinali | receita medicamento medicamentos | recept medicijn medicijnen | recepta leki lek recepty | reçete ilaç
emergency urgent | notfall dringend notruf | emergencia urgencia urgente | urgence urgent | emergenza urgenza urgente | emergência urgência urgente | noodgeval spoed dringend | nagły awaria pilne alarmowy | acil
accident crash | unfall unfälle | accidente accidentes | accident accidents | incidente incidenti | acidente acidentes | ongeval ongeluk | wypadek wypadki | kaza
`;
