-- GPU-VI with an IMST and a remote data cache (CARVE-HWC), for Rumur. Written from the rules V1 to V8 and the table of the IMST.
-- README.md tells what the model has and lacks. The runner (./run) sets the constants below.

const
  GPUS: 2;
  CORES: 2;       -- per GPU; two loads of a GPU can then wait for one fill
  LINES: 1;
  WORDS: 1;       -- per line; a store writes one word
  MAXAGE: 3;      -- ages are counted up to it, see Age
  RDC: true;      -- a remote data cache below each L2
  L1: false;      -- L1s that are invalidated with their L2
  ORDER: true;    -- answers and invalidations from a home to a GPU stay in order, for each line
  ATOMICS: false; -- atomics beside loads and stores
  EVICT: true;    -- copies may be evicted at any time
  V1: true;       -- the writer's L2 drops its copy and locks the line; off: it serves the new value
  V2: true;       -- an MSHR remembers an invalidation that may have overtaken its fill
  V2JOIN: true;   -- no load joins such an MSHR
  V3COPY: true;   -- an invalidation kills the copy in the RDC,
  V3READ: true;   -- marks a read of the RDC that is under way,
  V3FILL: true;   -- and cancels a fill into the RDC that is under way
  V4: true;       -- an entry falls to private with its store; off: at any later time
  V4ACKS: true;   -- a store that lets its entry fall waits for the acknowledgements, as all do
  V5: true;       -- the entry is at the home alone; off: the home's L2 copies it and consults the copy
  V5READS: false; -- without V5: a remote read that finds the line in the home's L2 changes the copy only
  V8: true;       -- an atomic drops the asker's copy
  ONCE: true;     -- a GPU acknowledges an invalidation once; off: again when a marked fill arrives
  PLACES: true;   -- check copies, IMST and acknowledgements as well, not only values
  TEST: 0;        -- 0: any program; 1: store buffering; 2: message passing; 3: IRIW

type
  Gpu: scalarset(GPUS);
  Core: scalarset(CORES);
  Line: scalarset(LINES);
  Word: scalarset(WORDS);
  -- Which value of a word, seen from memory now: 1 is the one that memory has, 2 the one before, MAXAGE any
  -- that is as old or older. 0 is the value of a store that memory has not yet taken.
  Age: 0..MAXAGE;
  Data: array[Word] of Age;
  Sharing: enum {UNCACHED, PRIVATE, READ_SHARED, RW_SHARED};
  Copy: record
    valid: boolean;
    data: Data;
    entry: Sharing; -- without V5, in the home's L2
  end;
  Op: enum {LOAD, STORE, ATOMIC};
  -- RDC_READ: a read of the RDC has found the line. KILL_L1: a store waits for its GPU's L1s.
  MshrState: enum {FREE, RDC_READ, KILL_L1, TO_HOME, AT_HOME, ANSWER};
  -- An L2's request of a line. While a store has it the line is locked.
  Mshr: record
    state: MshrState;
    op: Op;
    word: Word;     -- of a store
    marked: boolean; -- of a load: what comes is not installed
    data: Data;     -- of a load, in RDC_READ and ANSWER
    entry: Sharing; -- of a store, without V5: the copy that it saw
  end;
  AccessState: enum {IDLE, WAITS, BACK};
  -- A core's access. BACK: its answer is on its way to the L1.
  Access: record
    state: AccessState;
    line: Line;
    oldest: Data;   -- ghost, of a load: the oldest value that it may return
    data: Data;     -- in BACK
    install: boolean; -- in BACK
  end;
  InvState: enum {NONE, SENT, IN_GPU};
  Role: enum {ANY, STORE_LOAD, STORE_STORE, STORE_ONCE, LOAD_LOAD};

var
  l1: array[Gpu] of array[Core] of array[Line] of Copy;
  l1_kill: array[Gpu] of array[Core] of array[Line] of boolean; -- on its way from the L2
  access: array[Gpu] of array[Core] of Access;
  l2: array[Gpu] of array[Line] of Copy;
  mshr: array[Gpu] of array[Line] of Mshr;
  rdc: array[Gpu] of array[Line] of Copy;
  rdc_fill: array[Gpu] of array[Line] of Copy; -- on its way into the RDC
  inv: array[Gpu] of array[Line] of InvState;
  acks: array[Gpu] of array[Line] of 0..2;     -- on their way to the home
  home: array[Line] of Gpu;
  imst: array[Line] of Sharing;
  left: array[Line] of 0..GPUS;   -- acknowledgements that the store at the home waits for
  falling: array[Line] of boolean; -- without V4: the entry is about to fall to private
  stopping: boolean; -- no core issues and nothing is evicted until all is done

  -- For TEST: what each core runs, its accesses done, and whether its loads saw what SC may forbid.
  role: array[Gpu] of array[Core] of Role;
  own: array[Gpu] of array[Core] of Line;
  done: array[Gpu] of array[Core] of 0..2;
  saw: array[Gpu] of array[Core] of boolean;
  taken: array[Line] of boolean; -- memory has taken the line's only store

-- ---- values ----

procedure Older(var age: Age);
begin
  if age != 0 & age < MAXAGE then age := age + 1; end;
end;

procedure Now(var data: Data);
begin
  for w: Word do data[w] := 1; end;
end;

procedure Forget(var copy: Copy);
begin
  undefine copy;
  copy.valid := false;
end;

function HasData(g: Gpu; l: Line): boolean;
begin
  return mshr[g][l].state = RDC_READ | (mshr[g][l].state = ANSWER & mshr[g][l].op = LOAD);
end;

-- Whether the core's access is a load of this line that has not yet returned.
function Loads(g: Gpu; c: Core; l: Line): boolean;
begin
  if access[g][c].state = IDLE then return false; end;
  if access[g][c].line != l then return false; end;
  return access[g][c].state = BACK | mshr[g][l].op = LOAD;
end;

-- Memory takes a store of GPU s: every other value of the word is one older.
procedure Taken(s: Gpu; l: Line; w: Word);
begin
  for g: Gpu do
    if l2[g][l].valid then
      if g = s & l2[g][l].data[w] = 0 then l2[g][l].data[w] := 1; else Older(l2[g][l].data[w]); end;
    end;
    if rdc[g][l].valid then Older(rdc[g][l].data[w]); end;
    if rdc_fill[g][l].valid then Older(rdc_fill[g][l].data[w]); end;
    if HasData(g, l) then Older(mshr[g][l].data[w]); end;
    for c: Core do
      if l1[g][c][l].valid then Older(l1[g][c][l].data[w]); end;
      if Loads(g, c, l) then
        Older(access[g][c].oldest[w]);
        if access[g][c].state = BACK then Older(access[g][c].data[w]); end;
      end;
    end;
  end;
  if TEST != 0 then taken[l] := true; end;
end;

-- ---- programs ----

-- Before its program (done = 0) a core of a TEST may load anything.
function MayLoad(g: Gpu; c: Core; l: Line): boolean;
begin
  if TEST = 0 then return true; end;
  if role[g][c] = ANY | done[g][c] = 2 then return false; end;
  if done[g][c] = 0 then return true; end;
  return (role[g][c] = STORE_LOAD | role[g][c] = LOAD_LOAD) & l != own[g][c];
end;

function MayStore(g: Gpu; c: Core; l: Line): boolean;
begin
  if TEST = 0 then return true; end;
  if role[g][c] = ANY | role[g][c] = LOAD_LOAD then return false; end;
  if done[g][c] = 0 then return l = own[g][c]; end;
  return done[g][c] = 1 & role[g][c] = STORE_STORE & l != own[g][c];
end;

-- Whether the TEST has a core that runs r with l as its own line, and no core does so yet.
function Missing(r: Role; l: Line): boolean;
begin
  for g: Gpu do for c: Core do
    if role[g][c] != ANY then
      if role[g][c] = r & own[g][c] = l then return false; end;
      -- In message passing the reader's first line is the writer's second.
      if TEST = 2 & (role[g][c] = r | own[g][c] = l) then return false; end;
    end;
  end; end;
  if TEST = 1 then return r = STORE_LOAD; end;
  if TEST = 2 then return r = STORE_STORE | r = LOAD_LOAD; end;
  return TEST = 3 & (r = STORE_ONCE | r = LOAD_LOAD);
end;

-- Whether each role of the TEST has its core.
function Ready(): boolean;
begin
  for l: Line do
    for r: Role do
      if Missing(r, l) then return false; end;
    end;
  end;
  return true;
end;

procedure LoadDone(g: Gpu; c: Core; l: Line; data: Data; oldest: Data);
var
  new: boolean;
begin
  if TEST = 0 then
    for w: Word do
      assert "a load returns no store that memory has not taken" data[w] != 0;
      assert "a load returns a value that memory had since its issue" data[w] <= oldest[w];
    end;
  else
    new := forall w: Word do data[w] = 0 | (taken[l] & data[w] = 1) end;
    if done[g][c] = 1 then
      -- The second load: the first one, or the store before it, came first.
      saw[g][c] := !new;
      done[g][c] := 2;
    elsif role[g][c] = LOAD_LOAD & l = own[g][c] & new then
      done[g][c] := 1;
    end;
  end;
end;

procedure StoreDone(g: Gpu; c: Core);
begin
  if TEST != 0 then
    done[g][c] := done[g][c] + 1;
    if role[g][c] = STORE_ONCE then done[g][c] := 2; end;
  end;
end;

-- ---- the GPU ----

function Remote(g: Gpu; l: Line): boolean;
begin
  return home[l] != g;
end;

-- A load has its data in the L2.
procedure Serve(g: Gpu; c: Core; l: Line; data: Data; install: boolean);
begin
  alias a: access[g][c] do
    if L1 then
      a.state := BACK;
      a.data := data;
      a.install := install;
    else
      LoadDone(g, c, l, data, a.oldest);
      undefine a;
      a.state := IDLE;
    end;
  end;
end;

-- Data have come for an MSHR: its loads are served, and the line installed unless it is marked.
procedure Fill(g: Gpu; l: Line);
begin
  alias m: mshr[g][l] do
    if !m.marked then
      l2[g][l].valid := true;
      l2[g][l].data := m.data;
    end;
    for c: Core do
      if access[g][c].state = WAITS then
        if access[g][c].line = l then Serve(g, c, l, m.data, !m.marked); end;
      end;
    end;
    undefine m;
    m.state := FREE;
  end;
end;

procedure Issue(g: Gpu; c: Core; l: Line; op: Op);
begin
  access[g][c].state := WAITS;
  access[g][c].line := l;
  if op = LOAD then Now(access[g][c].oldest); end;
end;

procedure KillL1s(g: Gpu; l: Line);
begin
  if L1 then
    for c: Core do l1_kill[g][c][l] := true; end;
  end;
end;

function L1sDead(g: Gpu; l: Line): boolean;
begin
  return forall c: Core do !l1_kill[g][c][l] end;
end;

-- ---- the home ----

-- One request of a line at a time: a store is at the home until memory has taken it.
function HomeFree(l: Line): boolean;
begin
  return forall g: Gpu do mshr[g][l].state != AT_HOME end;
end;

-- The entry that a store of g consults.
function Consulted(g: Gpu; l: Line): Sharing;
begin
  if !V5 then
    if !isundefined(mshr[g][l].entry) then return mshr[g][l].entry; end;
  end;
  return imst[l];
end;

function Shared(s: Sharing): boolean;
begin
  return s = READ_SHARED | s = RW_SHARED;
end;

-- Whether a store of g to a line in state s invalidates GPU h. A local writer has dropped its copies itself.
function Invalidates(g: Gpu; h: Gpu; l: Line; s: Sharing): boolean;
begin
  if Remote(g, l) & !Remote(h, l) then return true; end;
  return Shared(s) & Remote(h, l);
end;

procedure Read(g: Gpu; l: Line; var s: Sharing);
begin
  if !Remote(g, l) then
    if s = UNCACHED then s := PRIVATE; end;
  elsif s != RW_SHARED then
    s := READ_SHARED;
  end;
end;

-- ---- what may happen ----

ruleset g: Gpu do ruleset c: Core do ruleset l: Line do

  alias a: access[g][c]; copy: l1[g][c][l]; m: mshr[g][l] do

  rule "load hits in L1"
    !stopping & a.state = IDLE & MayLoad(g, c, l) & copy.valid
  ==>
  var now: Data;
  begin
    Now(now);
    LoadDone(g, c, l, copy.data, now);
  end;

  rule "load hits in L2"
    !stopping & a.state = IDLE & MayLoad(g, c, l) & !copy.valid & l2[g][l].valid &
    (m.state = FREE | !V1)
  ==>
  begin
    Issue(g, c, l, LOAD);
    Serve(g, c, l, l2[g][l].data, true);
  end;

  rule "load misses in L2"
    !stopping & a.state = IDLE & MayLoad(g, c, l) & !copy.valid & !l2[g][l].valid & m.state = FREE
  ==>
  begin
    Issue(g, c, l, LOAD);
    m.op := LOAD;
    if rdc[g][l].valid then
      m.state := RDC_READ;
      m.data := rdc[g][l].data;
      m.marked := V3READ & inv[g][l] = IN_GPU;
    else
      m.state := TO_HOME;
      m.marked := false;
    end;
  end;

  rule "load joins a miss"
    !stopping & a.state = IDLE & MayLoad(g, c, l) & !copy.valid & m.state != FREE & m.op = LOAD &
    !(V2JOIN & m.marked)
  ==>
  begin
    Issue(g, c, l, LOAD);
  end;

  ruleset w: Word do ruleset op: Op do
    rule "store leaves L2"
      !stopping & a.state = IDLE & MayStore(g, c, l) & m.state = FREE & op != LOAD &
      (op = STORE | ATOMICS)
    ==>
    begin
      Issue(g, c, l, op);
      m.state := TO_HOME;
      m.op := op;
      m.word := w;
      if !V5 & !Remote(g, l) & l2[g][l].valid then m.entry := l2[g][l].entry; end;
      if !V1 & l2[g][l].valid then
        l2[g][l].data[w] := 0;
      elsif V8 | op != ATOMIC then
        Forget(l2[g][l]);
      end;
      if L1 then
        KillL1s(g, l);
        m.state := KILL_L1;
      end;
    end;
  end; end;

  rule "L1 is invalidated"
    l1_kill[g][c][l] & !(a.state = BACK & a.line = l)
  ==>
  begin
    Forget(copy);
    l1_kill[g][c][l] := false;
  end;

  rule "answer arrives in L1"
    a.state = BACK & a.line = l
  ==>
  begin
    LoadDone(g, c, l, a.data, a.oldest);
    if a.install then
      copy.valid := true;
      copy.data := a.data;
    end;
    undefine a;
    a.state := IDLE;
  end;

  rule "L1 forgets a copy"
    EVICT & !stopping & copy.valid
  ==>
  begin
    Forget(copy);
  end;

  end; -- alias

end; end; end;

ruleset g: Gpu do ruleset l: Line do

  alias m: mshr[g][l] do

  rule "store leaves once its L1s are invalidated"
    m.state = KILL_L1 & L1sDead(g, l)
  ==>
  begin
    m.state := TO_HOME;
  end;

  rule "home answers a load"
    m.state = TO_HOME & m.op = LOAD & HomeFree(l)
  ==>
  begin
    m.state := ANSWER;
    Now(m.data);
    if !V5 & V5READS & Remote(g, l) & l2[home[l]][l].valid then
      Read(g, l, l2[home[l]][l].entry);
    elsif !V5 & V5READS & Remote(g, l) & !isundefined(mshr[home[l]][l].entry) then
      Read(g, l, mshr[home[l]][l].entry);
    else
      Read(g, l, imst[l]);
    end;
  end;

  rule "home takes a store and sends invalidations"
    m.state = TO_HOME & m.op != LOAD & HomeFree(l)
  ==>
  var s: Sharing;
  begin
    s := Consulted(g, l);
    m.state := AT_HOME;
    for h: Gpu do
      if Invalidates(g, h, l, s) then
        inv[h][l] := SENT;
        left[l] := left[l] + 1;
      end;
    end;
  end;

  -- `falls`: this is one of the local stores after which the entry falls to private.
  ruleset falls: boolean do
    rule "memory takes the store"
      m.state = AT_HOME & (falls -> !Remote(g, l) & Shared(imst[l])) &
      (left[l] = 0 | (falls & !V4ACKS))
    ==>
    begin
      if PLACES then
        assert "no copy is left when memory takes a store"
          forall h: Gpu do
            !l2[h][l].valid & !rdc[h][l].valid & forall c: Core do !l1[h][c][l].valid end
          end;
      end;
      Taken(g, l, m.word);
      if Remote(g, l) then
        imst[l] := RW_SHARED;
      elsif falls & V4 then
        imst[l] := PRIVATE;
      elsif Shared(imst[l]) then
        imst[l] := RW_SHARED;
        falling[l] := falling[l] | falls;
      else
        imst[l] := PRIVATE;
      end;
      if !V4ACKS then left[l] := 0; end;
      m.state := ANSWER;
      undefine m.entry;
    end;
  end;

  rule "fill arrives"
    m.state = ANSWER & m.op = LOAD
  ==>
  begin
    if !m.marked then
      if RDC & Remote(g, l) then
        rdc_fill[g][l].valid := true;
        rdc_fill[g][l].data := m.data;
      end;
      -- Without V5 the entry comes with the line.
      if !V5 & !Remote(g, l) then l2[g][l].entry := imst[l]; end;
    elsif !ONCE & acks[g][l] < 2 then
      acks[g][l] := acks[g][l] + 1;
    end;
    Fill(g, l);
  end;

  rule "RDC answers"
    m.state = RDC_READ
  ==>
  begin
    Fill(g, l);
  end;

  rule "store is acknowledged"
    m.state = ANSWER & m.op != LOAD
  ==>
  begin
    for c: Core do
      if access[g][c].state = WAITS then
        if access[g][c].line = l then
          StoreDone(g, c);
          undefine access[g][c];
          access[g][c].state := IDLE;
        end;
      end;
    end;
    undefine m;
    m.state := FREE;
  end;

  rule "RDC is filled"
    rdc_fill[g][l].valid
  ==>
  begin
    rdc[g][l] := rdc_fill[g][l];
    Forget(rdc_fill[g][l]);
  end;

  rule "invalidation arrives"
    inv[g][l] = SENT & (!ORDER | m.state != ANSWER)
  ==>
  begin
    inv[g][l] := IN_GPU;
    if V1 | Remote(g, l) | m.state = FREE then Forget(l2[g][l]); end;
    KillL1s(g, l);
    if m.state != FREE & m.op = LOAD then
      if m.state = RDC_READ then
        if V3READ then m.marked := true; end;
      elsif V2 & !ORDER then
        m.marked := true;
      end;
    end;
  end;

  rule "RDC is invalidated and the GPU acknowledges"
    inv[g][l] = IN_GPU & L1sDead(g, l)
  ==>
  begin
    inv[g][l] := NONE;
    if V3COPY then Forget(rdc[g][l]); end;
    if V3FILL then Forget(rdc_fill[g][l]); end;
    if acks[g][l] < 2 then acks[g][l] := acks[g][l] + 1; end;
  end;

  rule "home takes an acknowledgement"
    acks[g][l] > 0
  ==>
  begin
    acks[g][l] := acks[g][l] - 1;
    if left[l] > 0 then left[l] := left[l] - 1; end;
  end;

  end; -- alias

  rule "L2 forgets a copy"
    EVICT & !stopping & l2[g][l].valid & mshr[g][l].state = FREE
  ==>
  begin
    Forget(l2[g][l]);
  end;

  rule "RDC forgets a copy"
    EVICT & !stopping & rdc[g][l].valid
  ==>
  begin
    Forget(rdc[g][l]);
  end;

end; end;

ruleset l: Line do
  rule "entry falls late"
    falling[l]
  ==>
  begin
    imst[l] := PRIVATE;
    falling[l] := false;
  end;
end;

-- ---- beginning and end ----

function Quiet(): boolean;
begin
  return forall g: Gpu do
    forall c: Core do access[g][c].state = IDLE & forall l: Line do !l1_kill[g][c][l] end end &
    forall l: Line do
      mshr[g][l].state = FREE & !rdc_fill[g][l].valid & inv[g][l] = NONE & acks[g][l] = 0 & !falling[l]
    end
  end;
end;

-- While cores stop, only what is under way goes on: if it ends before all is done, that is a deadlock.
rule "cores stop"
  !stopping & !Quiet()
==>
begin
  stopping := true;
end;

rule "cores go on"
  stopping & Quiet() & Ready()
==>
begin
  stopping := false;
end;

procedure Reset();
begin
  undefine access;
  undefine mshr;
  undefine role;
  undefine own;
  for l: Line do
    imst[l] := UNCACHED;
    left[l] := 0;
    falling[l] := false;
    taken[l] := false;
  end;
  for g: Gpu do
    for l: Line do
      Forget(l2[g][l]);
      Forget(rdc[g][l]);
      Forget(rdc_fill[g][l]);
      mshr[g][l].state := FREE;
      inv[g][l] := NONE;
      acks[g][l] := 0;
    end;
    for c: Core do
      access[g][c].state := IDLE;
      role[g][c] := ANY;
      done[g][c] := 0;
      saw[g][c] := false;
      for l: Line do
        Forget(l1[g][c][l]);
        l1_kill[g][c][l] := false;
      end;
    end;
  end;
  stopping := TEST != 0;
end;

ruleset g: Gpu do ruleset c: Core do ruleset l: Line do ruleset r: Role do
  rule "core gets its program"
    stopping & role[g][c] = ANY & Missing(r, l)
  ==>
  begin
    role[g][c] := r;
    own[g][c] := l;
  end;
end; end; end; end;

-- So that the end of a TEST is no deadlock.
rule "the end"
  TEST != 0 & Quiet() & Ready() &
  forall g: Gpu do forall c: Core do role[g][c] = ANY | done[g][c] = 2 end end
==>
begin
  Reset();
end;

-- Each line has any GPU as its home.
ruleset first: Line do ruleset a: Gpu do ruleset b: Gpu do
  startstate
  begin
    Reset();
    for l: Line do
      if l = first then home[l] := a; else home[l] := b; end;
    end;
  end;
end; end; end;

-- ---- what must hold of each state ----

function Owed(l: Line): 0..GPUS;
var
  n: 0..GPUS;
begin
  n := 0;
  for g: Gpu do
    if inv[g][l] != NONE | acks[g][l] > 0 then n := n + 1; end;
  end;
  return n;
end;

invariant "no copy is older than memory"
  !PLACES | forall g: Gpu do forall l: Line do forall w: Word do
    (l2[g][l].valid -> l2[g][l].data[w] = 1) & (rdc[g][l].valid -> rdc[g][l].data[w] = 1) &
    (rdc_fill[g][l].valid -> rdc_fill[g][l].data[w] = 1) &
    forall c: Core do l1[g][c][l].valid -> l1[g][c][l].data[w] = 1 end &
    (HasData(g, l) -> mshr[g][l].marked | mshr[g][l].data[w] = 1)
  end end end;

invariant "what is private or uncached is nowhere else"
  !PLACES | forall g: Gpu do forall l: Line do
    Remote(g, l) & !Shared(imst[l]) ->
    !l2[g][l].valid & !rdc[g][l].valid & !rdc_fill[g][l].valid & forall c: Core do !l1[g][c][l].valid end &
    (HasData(g, l) -> mshr[g][l].marked)
  end end;

invariant "what is uncached is not at its home"
  !PLACES | forall g: Gpu do forall l: Line do
    imst[l] = UNCACHED -> !l2[g][l].valid & forall c: Core do !l1[g][c][l].valid end
  end end;

invariant "a store waits for each GPU that it invalidates, once"
  !PLACES | forall l: Line do
    left[l] = Owed(l) & (left[l] > 0 -> !HomeFree(l)) &
    forall g: Gpu do acks[g][l] <= 1 & (acks[g][l] = 1 -> inv[g][l] = NONE) end
  end;

invariant "one store of a line in flight at the home"
  forall g: Gpu do forall h: Gpu do forall l: Line do
    g != h -> !(mshr[g][l].state = AT_HOME & mshr[h][l].state = AT_HOME)
  end end end;

invariant "store buffering: not both loads miss the other's store"
  TEST != 1 | exists g: Gpu do exists c: Core do role[g][c] != ANY & !saw[g][c] end end | !Ready();

invariant "message passing: who has seen the second store sees the first"
  TEST != 2 | forall g: Gpu do forall c: Core do !saw[g][c] end end;

invariant "IRIW: two readers see two stores in one order"
  TEST != 3 | exists g: Gpu do exists c: Core do role[g][c] = LOAD_LOAD & !saw[g][c] end end | !Ready();
