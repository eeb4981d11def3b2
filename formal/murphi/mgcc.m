-- MGCC with rules M1 to M10, and its renewals, for Rumur: GPUs with L1s and an L2, one home, messages in flight.
-- README.md tells what the model has and lacks. The runner (./run) sets the constants below.

const
  GPUS: 2;
  CORES: 1;       -- per GPU; a core is an L1 with the SM above it
  LINES: 2;
  WORDS: 1;       -- per line; 1: every store covers its whole line
  STORES: 1;      -- to each line, by all cores together
  RDLEASE: 1;
  WRLEASE: 1;
  EP: 3;          -- timestamps per epoch; at least 2 + WRLEASE, so that a store fits in a new one
  LIMIT: 6;       -- time at which cores stop: the beginning of the last epoch
  M1: true;       -- a store comes after every lease, not at its end
  M2: true;       -- loads advance their core's clock
  M3: true;       -- requests carry the core's clock to the home
  M4: true;       -- that clock decides in the L2, which has no clock of its own
  M5: true;       -- the TSU keeps a floor: at least the memts of every entry that it forgot
  M6: true;       -- overflow begins an epoch; off: that line restarts at 0
  M8: true;       -- one request per line in flight at the home
  M9: true;       -- a copy survives a partial store only if nothing came between
  M10: true;      -- clocks may also advance without a message
  KEEP_WTS: true; -- the TSU keeps a line's wts, not only its memts
  SERIAL: true;   -- a core has one access in flight in all, not one per line
  EVICT: true;    -- copies and TSU entries may be evicted at any time
  RENEW: false;   -- a load tells of its copy, and is answered without the line if no store came since
  SAME_WTS: true; -- the TSU renews a copy only if its wts is the line's
  CHILD: true;    -- an L2 renews an L1's copy with its own only if both have one wts
  PAPER: false;   -- Algorithms 1 to 5; needs M1 to M6, M9 and M10 off
  DATA: true;     -- check values against the logical order
  LEASES: true;   -- check leases as well
  TIES: false;    -- a store may have the time of an older load: physical time decides
  SB: false;      -- each core of two runs warm-up loads, its store, its load; no logical order
  MAXT: 63;

type
  Gpu: scalarset(GPUS);
  Core: scalarset(CORES);
  Line: scalarset(LINES);
  Word: scalarset(WORDS);
  -- Epoch times EP, plus timestamp. MAXT stands for "none".
  Time: 0..MAXT;
  -- The value of a word is the number of the store that wrote it; 0: none yet.
  Value: 0..STORES;
  Data: array[Word] of Value;
  Copy: record
    valid: boolean;
    wts: Time;
    rts: Time;
    data: Data;
  end;
  Op: enum {LOAD, STORE};
  L1State: enum {IDLE, TO_L2, BELOW, BACK};
  -- An L1's miss or store of a line, with the contents of its request and its answer.
  L1Miss: record
    state: L1State;
    op: Op;
    word: Word;      -- of a store
    cts: Time;       -- the core's clock when it was issued
    after: Time;     -- ghost: time of the core's latest access at that moment
    copy_rts: Time;  -- of a store: lease of the L1's copy
    tells: Time;     -- of a load: wts of the L1's copy, to be renewed
    -- The answer.
    wts: Time;
    rts: Time;
    same: boolean;
    renewed: boolean; -- of a load: the L1's copy is as good, and no data come
    value: Value;    -- of a store
    data: Data;      -- of a load
  end;
  L2State: enum {FREE, TO_HOME, AT_HOME};
  -- An L2's request to the home, until its answer arrives: after both TSU and DRAM are done.
  L2Miss: record
    state: L2State;
    op: Op;
    core: Core;
    word: Word;
    cts: Time;
    l1_rts: Time;
    l2_rts: Time;
    tells: Time;      -- of a load: wts of the L2's copy
    child: boolean;   -- and the L1's copy has the same
    renewed: boolean; -- the TSU has found that copy as good
    tsu_done: boolean;
    dram_done: boolean;
    wts: Time;
    rts: Time;
    same_l1: boolean;
    same_l2: boolean;
    value: Value;
    data: Data;
  end;
  Entry: record
    valid: boolean;
    memts: Time;
    wts: Time;
  end;
  Phase: enum {WARM, STORED, LOADED};

var
  cts: array[Gpu] of array[Core] of Time;
  l1: array[Gpu] of array[Core] of array[Line] of Copy;
  l1_miss: array[Gpu] of array[Core] of array[Line] of L1Miss;
  l2: array[Gpu] of array[Line] of Copy;
  l2_miss: array[Gpu] of array[Line] of L2Miss;
  l2_cts: array[Gpu] of array[Line] of Time; -- without M4: a bank's clock, one bank per line
  tsu: array[Line] of Entry;
  tsu_floor: Time;
  memory: array[Line] of Data;

  -- Ghosts: time and word of store n to a line, with n = 1.. in the order of memory.
  stored: array[Line] of 0..STORES;
  left: array[Line] of 0..STORES; -- not yet issued
  store_wts: array[Line] of array[1..STORES] of Time;
  store_word: array[Line] of array[1..STORES] of Word;
  last_load: array[Line] of Time; -- 1 after the latest load done; 0: none, or no store is to come
  last_time: array[Gpu] of array[Core] of Time; -- of a core's accesses done; see Seen
  over: boolean;
  -- For SB.
  own: array[Gpu] of Line;
  phase: array[Gpu] of Phase;
  missed: array[Gpu] of boolean;

-- ---- times ----

function Max(a: Time; b: Time): Time;
begin
  if a > b then return a; else return b; end;
end;

function Epoch(t: Time): Time;
begin
  return t / EP;
end;

-- The TSU's memts of a line: no lease reaches beyond it.
function Memts(l: Line): Time;
begin
  if tsu[l].valid then return tsu[l].memts; else return tsu_floor; end;
end;

-- Whether the home has not yet reached the last epoch.
function Room(): boolean;
begin
  if tsu_floor >= LIMIT then return false; end;
  for l: Line do
    if Memts(l) >= LIMIT then return false; end;
  end;
  return true;
end;

-- ---- what must hold of each access ----

-- A core's access has happened at time t. The time is forgotten once the core's clock covers it.
procedure Seen(g: Gpu; c: Core; t: Time);
begin
  last_time[g][c] := Max(last_time[g][c], t);
  if M2 & M3 & M6 & last_time[g][c] <= cts[g][c] then last_time[g][c] := 0; end;
end;

-- The latest store to a word whose time is not after t.
function Latest(l: Line; w: Word; t: Time): Value;
var
  best: Value;
  at: Time;
begin
  best := 0;
  at := 0;
  for n := 1 to STORES do
    if n <= stored[l] then
      if store_word[l][n] = w & store_wts[l][n] <= t & store_wts[l][n] >= at then
        best := n;
        at := store_wts[l][n];
      end;
    end;
  end;
  return best;
end;

-- A load returns. `at` is the clock that it was issued with, `wts` that of the copy.
procedure LoadDone(g: Gpu; c: Core; l: Line; at: Time; wts: Time; after: Time; data: Data);
var
  t: Time;
begin
  t := Max(at, wts);
  if M2 then cts[g][c] := Max(cts[g][c], wts); end;
  if DATA then
    assert "a core's accesses happen in its program's order" t >= after;
    for w: Word do
      assert "a load returns the latest store at its time" data[w] = Latest(l, w, t);
    end;
    if stored[l] < STORES then last_load[l] := Max(last_load[l], t + 1); end;
    Seen(g, c, t);
  end;
  if SB & phase[g] = STORED then
    phase[g] := LOADED;
    missed[g] := forall w: Word do data[w] = 0 end;
  end;
end;

-- The home has done both parts of store n.
procedure StorePerformed(l: Line; wts: Time; n: Value);
begin
  store_wts[l][n] := wts;
  if DATA then
    if TIES then
      assert "a store comes no earlier than loads that missed it" wts + 1 >= last_load[l];
    else
      assert "a store comes after loads that missed it" wts >= last_load[l];
    end;
    if stored[l] = STORES then last_load[l] := 0; end;
  end;
end;

procedure StoreDone(g: Gpu; c: Core; at: Time; wts: Time; after: Time);
begin
  cts[g][c] := Max(cts[g][c], wts);
  if DATA then
    assert "a core's store happens in its program's order" wts >= after;
    if M2 & M3 & M6 then assert "a store is not before its core's clock" wts >= at; end;
    Seen(g, c, wts);
  end;
  if SB then phase[g] := STORED; end;
end;

-- ---- copies ----

-- Fills a copy. As published, its lease ends after the time that the answer tells, and its own time is the
-- cache's clock if that is later.
procedure Fill(var copy: Copy; clock: Time; wts: Time; rts: Time; data: Data);
begin
  copy.valid := true;
  copy.data := data;
  copy.wts := wts;
  copy.rts := rts;
  if PAPER then
    copy.wts := Max(clock, wts);
    copy.rts := Max(wts + 1, rts);
  end;
end;

-- A store's answer: the copy takes the store's word and lease, or is dropped.
procedure Renew(var copy: Copy; clock: Time; wts: Time; rts: Time; same: boolean; w: Word;
                value: Value);
var
  data: Data;
begin
  if (copy.valid & same) | WORDS = 1 then
    if WORDS != 1 then data := copy.data; end;
    data[w] := value;
    Fill(copy, clock, wts, rts, data);
  else
    undefine copy;
    copy.valid := false;
  end;
end;

function CoreFree(g: Gpu; c: Core): boolean;
begin
  return !SERIAL | forall l: Line do l1_miss[g][c][l].state = IDLE end;
end;

function MayLoad(g: Gpu; c: Core; l: Line): boolean;
begin
  if !SB | phase[g] = WARM then return true; end;
  return phase[g] = STORED & l != own[g];
end;

function MayStore(g: Gpu; c: Core; l: Line): boolean;
begin
  return !SB | (phase[g] = WARM & l = own[g]);
end;

procedure Forget(var copy: Copy);
begin
  undefine copy;
  copy.valid := false;
end;

-- ---- the TSU ----

-- The home enters a later epoch, where the times of its lines restart.
procedure EnterEpoch(epoch: Time);
begin
  tsu_floor := epoch * EP;
  for l: Line do
    undefine tsu[l];
    tsu[l].valid := false;
  end;
end;

function Lease(op: Op): Time;
begin
  if op = LOAD then return RDLEASE; else return WRLEASE; end;
end;

-- The start of a request's lease; for a store it is the store's time.
function Start(l: Line; op: Op; clock: Time): Time;
begin
  if op = LOAD then
    if PAPER then return Memts(l); else return clock; end;
  end;
  if M1 then return Max(Memts(l) + 1, clock); else return Max(Memts(l), clock); end;
end;

-- Whether the lease would cross the end of the home's epoch.
function Crosses(l: Line; op: Op; clock: Time): boolean;
var
  last: Time;
begin
  last := Start(l, op, clock) + Lease(op);
  return last > Memts(l) & Epoch(last) > Epoch(tsu_floor);
end;

-- Whether the TSU renews the copy that a load tells of: it has the line's own wts, and says so to clocks of its epoch.
function Renews(l: Line; tells: Time; clock: Time): boolean;
begin
  if !RENEW | tells = MAXT then return false; end;
  if !tsu[l].valid | Epoch(clock) != Epoch(tsu_floor) then return false; end;
  return !SAME_WTS | tsu[l].wts = tells;
end;

-- Gives a request its times, and keeps those of the line.
procedure Stamp(l: Line; var m: L2Miss);
var
  memts: Time;
  clock: Time;
  old: Time;   -- the line's wts, as a load is told
  start: Time; -- of the lease
begin
  clock := 0;
  if M3 then clock := m.cts; end;
  if M6 then
    if Epoch(clock) > Epoch(tsu_floor) then EnterEpoch(Epoch(clock)); end;
    -- All times below are computed in the new epoch.
    if Crosses(l, m.op, clock) then EnterEpoch(Epoch(tsu_floor) + 1); end;
    -- A clock of an earlier epoch is before all times of this one.
    clock := Max(clock, Epoch(tsu_floor) * EP);
  end;
  memts := Memts(l);
  if m.op = LOAD then m.renewed := Renews(l, m.tells, m.cts); end;
  m.same_l1 := m.l1_rts != MAXT & (!M9 | m.l1_rts = memts);
  m.same_l2 := m.l2_rts != MAXT & (!M9 | m.l2_rts = memts);
  old := memts;
  if KEEP_WTS & tsu[l].valid then old := tsu[l].wts; end;
  start := Start(l, m.op, clock);
  if m.op = STORE then old := start; end;
  if !M6 & Crosses(l, m.op, clock) then
    old := 0;
    memts := Lease(m.op);
  else
    memts := Max(memts, start + Lease(m.op));
  end;
  tsu[l].valid := true;
  tsu[l].memts := memts;
  tsu[l].wts := 0;
  if KEEP_WTS then tsu[l].wts := old; end;
  m.wts := old;
  m.rts := memts;
end;

-- ---- what may happen ----

ruleset g: Gpu do ruleset c: Core do ruleset l: Line do

  alias miss: l1_miss[g][c][l]; copy: l1[g][c][l] do

  rule "load hits in L1"
    !over & Room() & miss.state = IDLE & CoreFree(g, c) & MayLoad(g, c, l) & copy.valid &
    cts[g][c] <= copy.rts
  ==>
  begin
    LoadDone(g, c, l, cts[g][c], copy.wts, last_time[g][c], copy.data);
  end;

  rule "load misses in L1"
    !over & Room() & cts[g][c] < LIMIT & miss.state = IDLE & CoreFree(g, c) & MayLoad(g, c, l) &
    !(copy.valid & cts[g][c] <= copy.rts)
  ==>
  begin
    miss.state := TO_L2;
    miss.op := LOAD;
    miss.cts := cts[g][c];
    miss.after := last_time[g][c];
    miss.tells := MAXT;
    if RENEW & copy.valid then
      if Epoch(copy.wts) = Epoch(cts[g][c]) then miss.tells := copy.wts; end;
    end;
  end;

  ruleset w: Word do
    rule "store leaves L1"
      !over & Room() & cts[g][c] < LIMIT & miss.state = IDLE & CoreFree(g, c) &
      MayStore(g, c, l) & left[l] > 0
    ==>
    begin
      left[l] := left[l] - 1;
      miss.state := TO_L2;
      miss.op := STORE;
      miss.word := w;
      miss.cts := cts[g][c];
      miss.after := last_time[g][c];
      miss.copy_rts := MAXT;
      if copy.valid then
        -- Without M9 a copy that would hit is kept.
        if M9 | cts[g][c] <= copy.rts then miss.copy_rts := copy.rts; end;
      end;
    end;
  end;

  rule "L2 answers L1's load"
    miss.state = TO_L2 & miss.op = LOAD & l2_miss[g][l].state = FREE & l2[g][l].valid &
    ((M4 & miss.cts <= l2[g][l].rts) | (!M4 & l2_cts[g][l] <= l2[g][l].rts))
  ==>
  begin
    miss.state := BACK;
    miss.wts := l2[g][l].wts;
    miss.rts := l2[g][l].rts;
    miss.renewed := RENEW & miss.tells != MAXT & (!CHILD | miss.tells = l2[g][l].wts);
    if !miss.renewed then miss.data := l2[g][l].data; end;
  end;

  rule "L2 passes L1's request on"
    miss.state = TO_L2 & l2_miss[g][l].state = FREE &
    (miss.op = STORE | !l2[g][l].valid |
     !((M4 & miss.cts <= l2[g][l].rts) | (!M4 & l2_cts[g][l] <= l2[g][l].rts)))
  ==>
  begin
    alias m: l2_miss[g][l] do
      m.state := TO_HOME;
      m.op := miss.op;
      m.core := c;
      m.cts := miss.cts;
      m.l1_rts := MAXT;
      m.l2_rts := MAXT;
      m.tells := MAXT;
      m.child := false;
      m.renewed := false;
      if RENEW & miss.op = LOAD & l2[g][l].valid then
        if Epoch(l2[g][l].wts) = Epoch(miss.cts) then
          m.tells := l2[g][l].wts;
          m.child := miss.tells != MAXT & (!CHILD | miss.tells = m.tells);
        end;
      end;
      if miss.op = STORE then
        m.word := miss.word;
        m.l1_rts := miss.copy_rts;
        if l2[g][l].valid then
          if M9 | (M4 & miss.cts <= l2[g][l].rts) | (!M4 & l2_cts[g][l] <= l2[g][l].rts) then
            m.l2_rts := l2[g][l].rts;
          end;
        end;
      end;
      m.tsu_done := false;
      m.dram_done := false;
    end;
    miss.state := BELOW;
  end;

  rule "renewal finds no copy in L1"
    miss.state = BACK & miss.op = LOAD & miss.renewed & !copy.valid
  ==>
  begin
    miss.state := TO_L2;
    miss.tells := MAXT;
    undefine miss.renewed;
    undefine miss.wts;
    undefine miss.rts;
  end;

  rule "answer arrives in L1"
    miss.state = BACK & (miss.op = STORE | !miss.renewed | copy.valid)
  ==>
  begin
    if miss.op = LOAD then
      if miss.renewed then miss.data := copy.data; end;
      Fill(copy, cts[g][c], miss.wts, miss.rts, miss.data);
      LoadDone(g, c, l, miss.cts, miss.wts, miss.after, miss.data);
    else
      Renew(copy, cts[g][c], miss.wts, miss.rts, miss.same, miss.word, miss.value);
      if PAPER then cts[g][c] := Max(cts[g][c], miss.wts); end;
      StoreDone(g, c, miss.cts, miss.wts, miss.after);
    end;
    undefine miss;
    miss.state := IDLE;
  end;

  rule "L1 forgets a copy"
    EVICT & !over & copy.valid
  ==>
  begin
    Forget(copy);
  end;

  end; -- alias

end; end; end;

ruleset g: Gpu do ruleset l: Line do

  alias m: l2_miss[g][l] do

  rule "home takes L2's request"
    m.state = TO_HOME & (!M8 | forall h: Gpu do l2_miss[h][l].state != AT_HOME end)
  ==>
  begin
    m.state := AT_HOME;
  end;

  rule "TSU gives times"
    m.state = AT_HOME & !m.tsu_done
  ==>
  begin
    Stamp(l, m);
    m.tsu_done := true;
    if m.op = LOAD & m.renewed then m.dram_done := true; end;
    if m.op = STORE & m.dram_done then StorePerformed(l, m.wts, m.value); end;
  end;

  rule "DRAM reads or writes"
    m.state = AT_HOME & !m.dram_done & (m.op = STORE | m.tells = MAXT | m.tsu_done)
  ==>
  begin
    m.dram_done := true;
    if m.op = LOAD then
      m.data := memory[l];
    else
      stored[l] := stored[l] + 1;
      m.value := stored[l];
      memory[l][m.word] := m.value;
      store_word[l][m.value] := m.word;
      -- The store is not in the logical order before its time is known.
      store_wts[l][m.value] := MAXT;
      if m.tsu_done then StorePerformed(l, m.wts, m.value); end;
    end;
  end;

  rule "renewal finds no copy in L2"
    m.state = AT_HOME & m.tsu_done & m.op = LOAD & m.renewed & !l2[g][l].valid
  ==>
  begin
    m.state := TO_HOME;
    m.tells := MAXT;
    m.child := false;
    m.renewed := false;
    m.tsu_done := false;
    m.dram_done := false;
    undefine m.wts;
    undefine m.rts;
  end;

  rule "answer arrives in L2"
    m.state = AT_HOME & m.tsu_done & m.dram_done & (m.op = STORE | !m.renewed | l2[g][l].valid)
  ==>
  begin
    alias miss: l1_miss[g][m.core][l]; copy: l2[g][l] do
      if m.op = LOAD then
        if m.renewed then m.data := copy.data; end;
        Fill(copy, l2_cts[g][l], m.wts, m.rts, m.data);
        miss.wts := copy.wts;
        miss.rts := copy.rts;
        miss.renewed := m.renewed & m.child;
        if !miss.renewed then miss.data := m.data; end;
      else
        Renew(copy, l2_cts[g][l], m.wts, m.rts, m.same_l2, m.word, m.value);
        miss.wts := m.wts;
        miss.rts := m.rts;
        if PAPER then
          miss.wts := Max(l2_cts[g][l], m.wts);
          miss.rts := Max(m.wts + 1, m.rts);
        end;
        miss.value := m.value;
        miss.same := m.same_l1;
      end;
      if !M4 & (!PAPER | m.op = STORE) then
        l2_cts[g][l] := Max(l2_cts[g][l], miss.wts);
      end;
      miss.state := BACK;
    end;
    undefine m;
    m.state := FREE;
  end;

  end; -- alias

  rule "L2 forgets a copy"
    EVICT & !over & l2[g][l].valid
  ==>
  begin
    Forget(l2[g][l]);
  end;

end; end;

ruleset l: Line do
  rule "TSU forgets an entry"
    EVICT & !over & tsu[l].valid
  ==>
  begin
    if M5 then tsu_floor := Max(tsu_floor, tsu[l].memts); end;
    undefine tsu[l];
    tsu[l].valid := false;
  end;
end;

ruleset g: Gpu do ruleset c: Core do
  rule "clock advances"
    M10 & !over & Room() & cts[g][c] < LIMIT & CoreFree(g, c)
  ==>
  begin
    cts[g][c] := cts[g][c] + 1;
  end;
end; end;

-- ---- beginning and end ----

procedure Reset();
begin
  undefine l1_miss;
  undefine l2_miss;
  undefine own;
  for l: Line do
    undefine tsu[l];
    tsu[l].valid := false;
    stored[l] := 0;
    left[l] := STORES;
    undefine store_wts[l];
    undefine store_word[l];
    last_load[l] := 0;
    for w: Word do memory[l][w] := 0; end;
  end;
  tsu_floor := 0;
  for g: Gpu do
    phase[g] := WARM;
    missed[g] := false;
    for l: Line do
      l2_miss[g][l].state := FREE;
      l2_cts[g][l] := 0;
      Forget(l2[g][l]);
    end;
    for c: Core do
      cts[g][c] := 0;
      last_time[g][c] := 0;
      for l: Line do
        l1_miss[g][c][l].state := IDLE;
        Forget(l1[g][c][l]);
      end;
    end;
  end;
end;

-- For SB each GPU has a line of its own to store to.
ruleset first: Gpu do ruleset mine: Line do
  startstate
  begin
    Reset();
    over := false;
    if SB then
      for g: Gpu do for l: Line do
        if (g = first) = (l = mine) then own[g] := l; end;
      end; end;
    end;
  end;
end; end;

-- All cores have stopped or all stores are done, and nothing is in flight. Any other state without a step is a deadlock.
rule "the end"
  !over & (!Room() | forall g: Gpu do forall c: Core do cts[g][c] >= LIMIT end end |
           forall l: Line do left[l] = 0 end | (SB & forall g: Gpu do phase[g] = LOADED end)) &
  forall g: Gpu do forall l: Line do
    l2_miss[g][l].state = FREE & forall c: Core do l1_miss[g][c][l].state = IDLE end
  end end
==>
begin
  Reset();
  over := true;
end;

-- Starts again, so that the end is no deadlock. The state at the end is the start state with `over` set.
rule "after the end"
  over
==>
begin
  over := false;
  if SB then
    for g: Gpu do for l: Line do
      if isundefined(own[g]) & forall h: Gpu do isundefined(own[h]) | own[h] != l end then
        own[g] := l;
      end;
    end; end;
  end;
end;

-- ---- what must hold of each state ----

invariant "a copy's lease is not empty"
  !LEASES | forall g: Gpu do forall l: Line do
    (l2[g][l].valid -> l2[g][l].wts <= l2[g][l].rts) &
    forall c: Core do l1[g][c][l].valid -> l1[g][c][l].wts <= l1[g][c][l].rts end
  end end;

invariant "no lease reaches beyond its line's memts"
  !LEASES | forall g: Gpu do forall l: Line do
    (l2[g][l].valid -> l2[g][l].rts <= Memts(l)) &
    forall c: Core do l1[g][c][l].valid -> l1[g][c][l].rts <= Memts(l) end
  end end;

invariant "one request a line in flight at the home"
  !M8 | forall l: Line do forall g: Gpu do forall h: Gpu do
    g != h -> !(l2_miss[g][l].state = AT_HOME & l2_miss[h][l].state = AT_HOME)
  end end end;

invariant "a core's clock covers what it has seen"
  !LEASES | forall g: Gpu do forall c: Core do last_time[g][c] = 0 end end;

invariant "not both loads of SB miss the other's store"
  !SB | exists g: Gpu do !missed[g] end;
